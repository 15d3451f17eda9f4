/**
 * Keeps a number before the document's title, whatever title the screens set; 0 removes it. Returns a function that
 * stops this.
 */
export function countInTitle(count: number): () => void {
  const update = () => {
    const title = document.title.replace(/^\(\d+\) /, '');
    const numbered = count > 0 ? `(${count}) ${title}` : title;
    if (document.title !== numbered) document.title = numbered;
  };
  update();
  const observer = new MutationObserver(update);
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}
