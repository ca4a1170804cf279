import { fill, t } from '../../text.ts'

const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
]

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Chrome OS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const find = (text: string, names: typeof browsers) => names.find(([, pattern]) => pattern.test(text))?.[0]

/** Browser and system of a user agent. Most browsers name several others too, so the rarest names come first. */
export function browserName(userAgent: string | null | undefined): string {
  const browser = find(userAgent ?? '', browsers) ?? t.profile.program
  const system = find(userAgent ?? '', systems)
  return system === undefined ? browser : fill(t.profile.browserOn, { browser, system })
}
