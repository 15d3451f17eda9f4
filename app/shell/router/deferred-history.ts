import type { UNSAFE_createBrowserHistory } from 'react-router';

type History = ReturnType<typeof UNSAFE_createBrowserHistory>;
type Listener = Parameters<History['listen']>[0];

/**
 * A history that holds back changes until `resume`. Until then its location is that of the document's page; if the
 * visitor goes back, `onEarlyChange` is called. `resume` passes the last change to the listener.
 */
export function deferListening(
  history: History,
  onEarlyChange: () => void,
): History & { resume(): void } {
  const { location: first } = history;
  let listener: Listener | undefined;
  let lastUpdate: Parameters<Listener>[0] | undefined;
  let resumed = false;
  history.listen((update) => {
    if (resumed) return listener?.(update);
    lastUpdate = update;
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
    listen(newListener) {
      listener = newListener;
      return () => {
        listener = undefined;
      };
    },
    resume() {
      resumed = true;
      if (lastUpdate) listener?.(lastUpdate);
    },
  };
}
