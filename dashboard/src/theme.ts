import {
  Anchor,
  Badge,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  PasswordInput,
} from '@mantine/core'
import { t } from './text.ts'

/** White text on the sixth shade has a contrast of 5.4 : 1. */
const ngoma: MantineColorsTuple = [
  '#e9f6f7',
  '#d3ecef',
  '#a5d8de',
  '#74c3cc',
  '#4db1bd',
  '#2f98a6',
  '#0e7584',
  '#0b6472',
  '#085562',
  '#04434e',
]

/** Warm greys of the light mode. */
const gray: MantineColorsTuple = [
  '#faf8f4',
  '#f3efe8',
  '#eae5da',
  '#ded7ca',
  '#ccc4b5',
  '#aca496',
  '#85807a',
  '#5d5a53',
  '#403e39',
  '#292824',
]

/** Surfaces of the dark mode, from text to background: the teal of the menu without its colour. */
const dark: MantineColorsTuple = [
  '#dfe8e7',
  '#bccaca',
  '#97a9aa',
  '#61777a',
  '#34494d',
  '#293b3f',
  '#1d2d30',
  '#162427',
  '#101b1d',
  '#0a1314',
]

export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'ngoma',
  primaryShade: 6,
  black: '#1d2625',
  colors: { ngoma, gray, dark },
  defaultRadius: 'md',
  fontFamily: '"Figtree Variable", system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif',
  headings: { fontWeight: '700' },
  cursorType: 'pointer',
  components: {
    // Links in text must not depend on colour alone.
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    // Mantine cuts off a label that is wider than its table column.
    Badge: Badge.extend({ defaultProps: { miw: 'max-content' } }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t.shared.showPassword } },
    }),
  },
})

const tinted = ['red', 'green', 'yellow', 'blue', 'gray', 'orange', 'teal', 'ngoma', 'grape'] as const

/** Mantine’s own greys and tints have too little contrast. These have 4.5 : 1 or more in both modes. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--page': '#f7f4ee',
    '--menu': '#0c343c',
    '--mantine-color-default-border': colors.gray?.[3] ?? '',
    '--mantine-color-dimmed': '#5a5d58',
    '--mantine-color-placeholder': '#6e6f69',
    '--mantine-color-error': '#c01f1f',
    '--mantine-color-anchor': colors.ngoma?.[7] ?? '',
    ...Object.fromEntries(
      tinted.map((name) => [`--mantine-color-${name}-light-color`, darkest[name] ?? colors[name]?.[9] ?? '']),
    ),
  },
  dark: {
    '--page': colors.dark?.[8] ?? '',
    '--menu': '#0a2429',
    '--mantine-color-dimmed': '#a2b3b3',
    '--mantine-color-placeholder': '#97a9aa',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-anchor': colors.ngoma?.[3] ?? '',
    ...Object.fromEntries(tinted.map((name) => [`--mantine-color-${name}-light-color`, colors[name]?.[2] ?? ''])),
  },
})

/** Replacements where the darkest shade is too light on its own tint. */
const darkest: Partial<Record<(typeof tinted)[number], string>> = {
  red: '#a61b1b',
  green: '#1c6b2b',
  yellow: '#7a4d00',
  orange: '#9c3a06',
  teal: '#075f45',
  blue: '#124f8f',
  gray: '#343a40',
  grape: '#74288a',
}
