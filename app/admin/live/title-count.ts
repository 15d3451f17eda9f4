/** Puts a number before the document's title, whatever the screens make of it; 0 puts none. Returns how to stop. */
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
