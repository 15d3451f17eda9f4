import { createContext, type ReactNode, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

const Context = createContext('');
const Frame = ({ icon, children }: { icon: ReactNode; children?: ReactNode }) => (
  <p>
    {icon}
    {children}
  </p>
);
const Whole = ({ children }: { children: ReactNode }) => <>{children}</>;
const Bare = () => name;
const Passing = ({ children }: { children: ReactNode }) => children;
const name = 'Blue tea';
const shown = true;

test.each<[string, ReactNode, string]>([
  [
    'a text beside an element has an element of its own',
    <p key="">
      {shown && <b>2</b>} of {name}
    </p>,
    '<p><b>2</b><span> of Blue tea</span></p>',
  ],
  [
    'texts without an element among them are one',
    <p key="">
      {2} of {name}
      {!shown && <b />}
    </p>,
    '<p>2 of Blue tea</p>',
  ],
  [
    'texts are one in an option, where no element may stand',
    <option key="">
      {name} ({2})
    </option>,
    '<option>Blue tea (2)</option>',
  ],
  [
    'a fragment, which may stand beside others',
    <p key="">
      <b />
      <Whole>{name}</Whole>
    </p>,
    '<p><b></b><span>Blue tea</span></p>',
  ],
  [
    'a context and a boundary, which may, too',
    <p key="">
      <Context value="">{name}</Context>
      <Suspense>{name}</Suspense>
    </p>,
    '<p><span>Blue tea</span><span>Blue tea</span></p>',
  ],
  [
    'what a component is given',
    <Frame key="" icon={<i />}>
      {name} and <b />
    </Frame>,
    '<p><i></i><span>Blue tea and </span><b></b></p>',
  ],
  [
    'what a component gets as its only text',
    <Frame key="" icon={null}>
      {name}
    </Frame>,
    '<p>Blue tea</p>',
  ],
  ['a list of texts', <p key="">{['Blue', ' ', 'tea']}</p>, '<p>Blue tea</p>'],
  [
    'a list of texts and elements',
    <p key="">
      {['Blue', <b key="b" />, 'tea']}
      <i />
    </p>,
    '<p><span>Blue</span><b></b><span>tea</span><i></i></p>',
  ],
  ['nothing, where there is nothing', <p key="">{[null, false, '']}</p>, '<p></p>'],
])('%s', (_, element, markup) => {
  expect(renderToStaticMarkup(element)).toBe(markup);
});

test('the compiler refuses a component that renders a bare text', () => {
  // @ts-expect-error
  expect(<Bare />).toBeDefined();
  // @ts-expect-error
  expect(<Passing>{name}</Passing>).toBeDefined();
});
