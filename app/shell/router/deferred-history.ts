import type { UNSAFE_createBrowserHistory } from 'react-router';

type History = ReturnType<typeof UNSAFE_createBrowserHistory>;
type Listener = Parameters<History['listen']>[0];

/**
 * A history whose listener comes later. Until `resume` its location is that of the document's page, even if the visitor
 * has gone back meanwhile, which calls `onEarlyChange`; `resume` tells the listener then.
 */
export function deferListening(
  history: History,
  onEarlyChange: () => void,
): History & { resume(): void } {
  const { location: first } = history;
  let listener: Listener | undefined;
  let missed: Parameters<Listener>[0] | undefined;
  let resumed = false;
  history.listen((update) => {
    if (resumed) return listener?.(update);
    missed = update;
    onEarlyChange();
  });
  return {
    get action() {
      return history.action;
    },
    get location() {
      return resumed ? history.location : first;
    },
    createHref: history.createHref,
    createURL: history.createURL,
    encodeLocation: history.encodeLocation,
    push: history.push,
    replace: history.replace,
    go: history.go,
    listen(added) {
      listener = added;
      return () => {
        listener = undefined;
      };
    },
    resume() {
      resumed = true;
      if (missed) listener?.(missed);
    },
  };
}
