/** Keeps a number before the document's title, whatever title the screens set; 0 removes it. Returns a function that stops it. */
export function countInTitle(count: number): () => void {
  const mark = () => {
    const bare = document.title.replace(/^\(\d+\) /, '');
    const wanted = count > 0 ? `(${count}) ${bare}` : bare;
    if (document.title !== wanted) document.title = wanted;
  };
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}
