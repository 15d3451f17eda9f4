export function orderUrl(id: string, publicUrl: string): string {
  return `${publicUrl}/account/orders/${id}`;
}
