/** The installed Chromium, for tests of rendered pages. */
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { slowness } from './pace.ts'

/** The headless shell comes first: it needs less than half of the CPU time. */
const browserPath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  existsSync,
)

/** The reason to skip browser tests; false if there is a browser. */
export const browserMissing = browserPath === undefined && 'Chromium is not installed'

/** No network requests of its own, and no lasting profile. */
const quiet = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
]
/** Pages of tests live for seconds: optimized machine code costs more than it saves. */
const unoptimized = '--js-flags=--no-opt'

const launchMsMax = 180_000

export function openBrowser({ isOptimized = false } = {}): Promise<Browser> {
  if (browserPath === undefined) throw new Error('Chromium is not installed')
  const args = isOptimized ? quiet : [...quiet, unoptimized]
  return chromium.launch({ executablePath: browserPath, args, timeout: launchMsMax * slowness })
}

export interface PageMeasures {
  /** Larger than the window if an element overflows. */
  readonly widthPx: number
  /** The contrast ratio of each text by WCAG: 4.5 is enough for any size. */
  readonly contrasts: readonly { readonly text: string; readonly ratio: number }[]
}

/** A string, because it runs in the page and uses DOM types that the program does not have. */
const measuring = `(() => {
  const numbers = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number)
  const linear = (part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = (color) => {
    const [red, green, blue] = numbers(color).map(linear)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element) => {
    if (element === null) return 'rgb(255, 255, 255)'
    const { backgroundColor } = getComputedStyle(element)
    return numbers(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor
  }
  const hasText = (element) => [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== '')
  const contrasts = [...document.body.querySelectorAll('*')].filter(hasText).map((element) => {
    const [dark, light] = [luminance(getComputedStyle(element).color), luminance(behind(element))].sort((a, b) => a - b)
    return { text: element.textContent, ratio: (light + 0.05) / (dark + 0.05) }
  })
  return { widthPx: document.documentElement.scrollWidth, contrasts }
})()`

export const measurePage = (page: Page): Promise<PageMeasures> => page.evaluate<PageMeasures>(measuring)
