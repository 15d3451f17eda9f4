export function orderPage(id: string, publicUrl: string): string {
  return `${publicUrl}/account/orders/${id}`;
}
