import type { BrowserContext } from '@playwright/test';

/** How the translation of a text looks here. */
export const translated = (text: string) => `‹${text}›`;

/**
 * Translates every page as Chrome does: each text node is replaced by `<font><font>text</font></font>`, now and when it
 * is added later. Left as they are: attributes, and what is marked `translate="no"`. Also logs an error, which fails the
 * test, for a text that could break so: one that has siblings, or that is written to after it was replaced.
 */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const replaced = new MutationObserver((writes) => {
      for (const { target } of writes)
        console.error('written to a replaced text:', target.nodeValue);
    });

    function translate(text: Node) {
      const { parentElement: parent, nodeValue: value } = text;
      if (!parent || !value?.trim()) return;
      if (parent.closest('head, script, style, noscript, textarea, font, [translate=no]')) return;
      if (parent.childNodes.length > 1)
        console.error('a text beside others:', value, 'in', parent.outerHTML.slice(0, 300));
      const outer = document.createElement('font');
      outer.appendChild(document.createElement('font')).textContent = `‹${value}›`;
      text.parentNode?.replaceChild(outer, text);
      replaced.observe(text, { characterData: true });
    }

    function translateIn(node: Node) {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const found = node.nodeType === Node.TEXT_NODE ? [node] : [];
      while (texts.nextNode()) found.push(texts.currentNode);
      found.forEach(translate);
    }

    document.addEventListener('DOMContentLoaded', () => {
      translateIn(document.body);
      document.documentElement.classList.add('translated-ltr');
      new MutationObserver((changes) => {
        for (const { target, type, addedNodes } of changes) {
          if (type === 'characterData') translateIn(target);
          else addedNodes.forEach(translateIn);
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  });
}
