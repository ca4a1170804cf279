const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
]

const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Chrome OS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const find = (text: string, names: typeof browsers) => names.find(([, sign]) => sign.test(text))?.[0]

/** What people call it. Browsers claim to be many others too, so what is rare is looked for first. */
export function browserName(userAgent: string | null | undefined): string {
  const browser = find(userAgent ?? '', browsers) ?? 'A program'
  const system = find(userAgent ?? '', systems)
  return system === undefined ? browser : `${browser} on ${system}`
}
