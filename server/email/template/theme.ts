/** The part of the shop's palette that emails use, with the names of app/ui/tokens.css. A test compares them. */
export const LIGHT = {
  'surface-muted': '#f6f3fc',
  surface: '#ffffff',
  'picture-surface': '#ece6f8',
  border: '#e2dcef',
  foreground: '#1f1b56',
  body: '#3a3758',
  muted: '#5f5b7d',
  primary: '#2b34b8',
  'on-primary': '#ffffff',
  highlight: '#f2c230',
  inverse: '#1f1b56',
  'on-inverse': '#f6f3fc',
} as const;

/** The dark mode colours that differ and that emails need. */
export const DARK = {
  'surface-muted': '#181533',
  surface: '#1c1939',
  border: '#544e8a',
  foreground: '#f5f1ff',
  body: '#dad5ec',
  muted: '#aea7cc',
  primary: '#b1b6ff',
  'on-primary': '#17143a',
} as const;

const TEXT = "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const DISPLAY = "Fraunces, Georgia, 'Times New Roman', serif";

const TEXT_LINES = `color:${LIGHT.body}; font:16px/1.65 ${TEXT}; overflow-wrap:anywhere`;
const PICTURE = `display:block; border:0; background-color:${LIGHT['picture-surface']}; color:${LIGHT.muted}`;
const AMOUNT = `color:${LIGHT.foreground}; font:600 16px/1.4 ${TEXT}`;

/** The style of each part, inline: many mail programs drop style sheets. */
export const STYLES = {
  ground: `margin:0; padding:0; background-color:${LIGHT['surface-muted']}`,
  groundTable: `margin:0; padding:0; background-color:${LIGHT['surface-muted']}; width:100%`,
  groundCell: 'padding:24px 12px 32px',
  sheet: 'width:100%; max-width:600px; margin:0 auto',
  band: `background-color:${LIGHT.inverse}; border-radius:20px 20px 0 0; padding:26px 40px 24px;
    border-bottom:3px solid ${LIGHT.highlight}`,
  logo: `display:block; border:0; color:${LIGHT['on-inverse']}; font:26px/1.2 ${DISPLAY}; letter-spacing:0.08em`,
  surface: `background-color:${LIGHT.surface}; border-radius:0 0 20px 20px; padding:40px 40px 22px`,
  heading: `margin:0 0 20px; color:${LIGHT.foreground}; font:400 30px/1.22 ${DISPLAY}; letter-spacing:-0.01em`,
  text: `margin:0 0 18px; ${TEXT_LINES}`,
  spaced: 'border-collapse:separate; margin:6px 0 26px',
  button: `background-color:${LIGHT.primary}; border-radius:999px`,
  buttonLink: `display:inline-block; padding:15px 30px; color:${LIGHT['on-primary']}; font:600 16px/1.2 ${TEXT};
    text-decoration:none`,
  box: `background-color:${LIGHT['surface-muted']}; border-radius:14px; padding:18px 22px`,
  code: `color:${LIGHT.foreground}; font:600 32px/1.2 ${TEXT}; letter-spacing:0.22em; text-align:center`,
  label: `margin:0 0 4px; color:${LIGHT.muted}; font:600 13px/1.5 ${TEXT}`,
  lines: `margin:0; color:${LIGHT.body}; font:16px/1.55 ${TEXT}; overflow-wrap:anywhere`,
  row: `border-bottom:1px solid ${LIGHT.border}; padding:14px 0`,
  itemText: `border-bottom:1px solid ${LIGHT.border}; padding:14px 0 14px 16px; overflow-wrap:break-word`,
  picture: `${PICTURE}; border-radius:12px; font:11px/1.3 ${TEXT}`,
  widePicture: `${PICTURE}; border-radius:14px; font:14px/1.5 ${TEXT}; width:100%; max-width:520px; height:auto;
    margin:0 0 24px`,
  itemName: `margin:0; ${AMOUNT}`,
  itemCount: `padding-top:2px; color:${LIGHT.muted}; font:14px/1.5 ${TEXT}`,
  amount: `${AMOUNT}; padding-top:2px; white-space:nowrap; text-align:right`,
  fact: `padding:5px 0; color:${LIGHT.body}; font:16px/1.5 ${TEXT}`,
  strongFact: `padding:5px 0; color:${LIGHT.foreground}; font:600 19px/1.5 ${TEXT}`,
  /** Added to that of the fact. */
  factValue: '; padding:5px 0 5px 16px; text-align:right; overflow-wrap:anywhere',
  quote: `border-left:3px solid ${LIGHT.highlight}; padding:2px 0 2px 20px; ${TEXT_LINES}`,
  note: `margin:0 0 14px; color:${LIGHT.muted}; font:14px/1.6 ${TEXT}; overflow-wrap:anywhere`,
  unbroken: 'white-space:nowrap',
  link: `color:${LIGHT.primary}; text-decoration:underline`,
  foot: `padding:24px 40px 8px; color:${LIGHT.muted}; font:13px/1.6 ${TEXT}`,
  footLink: `color:${LIGHT.foreground}; font-weight:600; text-decoration:none`,
  hidden: `display:none; max-height:0; max-width:0; overflow:hidden; opacity:0; font-size:1px; line-height:1px;
    color:${LIGHT['surface-muted']}`,
};

const NIGHT: [selector: string, style: string][] = [
  ['.ground', `background-color:${DARK['surface-muted']}`],
  ['.surface', `background-color:${DARK.surface}`],
  ['.box', `background-color:${DARK['surface-muted']}`],
  ['.foreground', `color:${DARK.foreground}`],
  ['.body', `color:${DARK.body}`],
  ['.muted', `color:${DARK.muted}`],
  ['.link', `color:${DARK.primary}`],
  ['.row', `border-color:${DARK.border}`],
  ['.button', `background-color:${DARK.primary}`],
  ['.button a', `color:${DARK['on-primary']}`],
];

/** For mail programs that keep a style sheet: dark mode and narrow screens. */
export const STYLE_SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.pad{padding-left:22px!important;padding-right:22px!important}}
@media (prefers-color-scheme:dark){${NIGHT.map(([selector, style]) => `${selector}{${style}!important}`).join('')}}`;
