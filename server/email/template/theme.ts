import type { CSSProperties } from 'react';

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

/** The style of each part, inline: many mail programs drop style sheets. */
export const STYLES = {
  ground: { margin: 0, padding: 0, backgroundColor: LIGHT['surface-muted'] },
  sheet: { width: '100%', maxWidth: 600, margin: '0 auto' },
  band: {
    backgroundColor: LIGHT.inverse,
    borderRadius: '20px 20px 0 0',
    borderBottom: `3px solid ${LIGHT.highlight}`,
    padding: '26px 40px 24px',
  },
  logo: {
    display: 'block',
    border: 0,
    color: LIGHT['on-inverse'],
    font: `26px/1.2 ${DISPLAY}`,
    letterSpacing: '0.08em',
  },
  surface: {
    backgroundColor: LIGHT.surface,
    borderRadius: '0 0 20px 20px',
    padding: '40px 40px 22px',
  },
  heading: {
    margin: '0 0 20px',
    color: LIGHT.foreground,
    font: `400 30px/1.22 ${DISPLAY}`,
    letterSpacing: '-0.01em',
  },
  text: {
    margin: '0 0 18px',
    color: LIGHT.body,
    font: `16px/1.65 ${TEXT}`,
    overflowWrap: 'anywhere',
  },
  button: { backgroundColor: LIGHT.primary, borderRadius: 999 },
  buttonLink: {
    display: 'inline-block',
    padding: '15px 30px',
    color: LIGHT['on-primary'],
    font: `600 16px/1.2 ${TEXT}`,
    textDecoration: 'none',
  },
  box: { backgroundColor: LIGHT['surface-muted'], borderRadius: 14, padding: '18px 22px' },
  code: {
    color: LIGHT.foreground,
    font: `600 32px/1.2 ${TEXT}`,
    letterSpacing: '0.22em',
    textAlign: 'center',
  },
  label: { margin: '0 0 4px', color: LIGHT.muted, font: `600 13px/1.5 ${TEXT}` },
  lines: { margin: 0, color: LIGHT.body, font: `16px/1.55 ${TEXT}`, overflowWrap: 'anywhere' },
  row: { borderBottom: `1px solid ${LIGHT.border}`, padding: '14px 0' },
  itemWords: { padding: '14px 0 14px 16px', overflowWrap: 'break-word' },
  picture: {
    display: 'block',
    border: 0,
    borderRadius: 12,
    backgroundColor: LIGHT['picture-surface'],
    color: LIGHT.muted,
    font: `11px/1.3 ${TEXT}`,
  },
  widePicture: {
    display: 'block',
    width: '100%',
    maxWidth: 520,
    height: 'auto',
    margin: '0 0 24px',
    border: 0,
    borderRadius: 14,
    backgroundColor: LIGHT['picture-surface'],
    color: LIGHT.muted,
    font: `14px/1.5 ${TEXT}`,
  },
  itemName: { margin: 0, color: LIGHT.foreground, font: `600 16px/1.4 ${TEXT}` },
  itemCount: { paddingTop: 2, color: LIGHT.muted, font: `14px/1.5 ${TEXT}` },
  amount: {
    color: LIGHT.foreground,
    font: `600 16px/1.4 ${TEXT}`,
    paddingTop: 2,
    whiteSpace: 'nowrap',
    textAlign: 'right',
  },
  fact: {
    padding: '5px 0',
    color: LIGHT.body,
    font: `16px/1.5 ${TEXT}`,
  },
  factValue: { padding: '5px 0 5px 16px', textAlign: 'right', overflowWrap: 'anywhere' },
  strong: { color: LIGHT.foreground, font: `600 19px/1.5 ${TEXT}` },
  quote: {
    borderLeft: `3px solid ${LIGHT.highlight}`,
    padding: '2px 0 2px 20px',
    color: LIGHT.body,
    font: `16px/1.65 ${TEXT}`,
    overflowWrap: 'anywhere',
  },
  note: {
    margin: '0 0 14px',
    color: LIGHT.muted,
    font: `14px/1.6 ${TEXT}`,
    overflowWrap: 'anywhere',
  },
  unbroken: { whiteSpace: 'nowrap' },
  link: { color: LIGHT.primary, textDecoration: 'underline' },
  foot: { padding: '24px 40px 8px', color: LIGHT.muted, font: `13px/1.6 ${TEXT}` },
  footLink: { color: LIGHT.foreground, fontWeight: 600, textDecoration: 'none' },
  hidden: {
    display: 'none',
    maxHeight: 0,
    maxWidth: 0,
    overflow: 'hidden',
    opacity: 0,
    fontSize: 1,
    lineHeight: '1px',
    color: LIGHT['surface-muted'],
  },
} as const satisfies Record<string, CSSProperties>;

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
