/** A strict parser of the text format of Prometheus. */

export interface Scrape {
  /** The value of a series; labels may be in any order. Undefined if it does not exist. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined
  /** Names of all series, without labels. */
  readonly names: ReadonlySet<string>
}

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const help = new RegExp(`^# HELP (${name}) (.+)$`)
const type = new RegExp(`^# TYPE (${name}) (counter|gauge|histogram|summary)$`)
const sample = new RegExp(`^(${name})(?:\\{(.*)\\})? (\\S+)$`)
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y
const partOf = { histogram: ['_bucket', '_sum', '_count'], summary: ['', '_sum', '_count'], counter: [''], gauge: [''] }

export function parseScrape(text: string): Scrape {
  if (!text.endsWith('\n')) throw new Error('the last line has no line break')
  const series = new Map<string, number>()
  const names = new Set<string>()
  const described = new Set<string>()
  let allowed: readonly string[] = []
  for (const line of text.split('\n')) {
    if (line === '' || help.test(line)) continue
    const [, family = '', kind] = type.exec(line) ?? []
    if (kind !== undefined) {
      if (described.has(family)) throw new Error(`${family} is described twice`)
      if (family.endsWith('_total') && kind !== 'counter') throw new Error(`${family} is not a counter`)
      described.add(family)
      allowed = partOf[kind as keyof typeof partOf].map((ending) => family + ending)
      continue
    }
    const [, one = '', labels = '', value = ''] = sample.exec(line) ?? []
    if (!allowed.includes(one)) throw new Error(`not a sample of the family above it: ${line}`)
    const key = keyOf(one, parseLabels(labels))
    if (series.has(key)) throw new Error(`duplicate series: ${key}`)
    series.set(key, parseValue(value))
    names.add(one)
  }
  return { names, value: (one, labels = {}) => series.get(keyOf(one, labels)) }
}

function keyOf(one: string, labels: Readonly<Record<string, string>>): string {
  return JSON.stringify([one, ...Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))])
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  for (label.lastIndex = 0; label.lastIndex < text.length; ) {
    const [, key = '', value = ''] = label.exec(text) ?? []
    if (key === '' || key in labels) throw new Error(`invalid labels: ${text}`)
    labels[key] = value.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
  }
  return labels
}

/** Parses floats like Go, which accepts `NaN` in any case. */
function parseValue(text: string): number {
  const special: Readonly<Record<string, number>> = {
    nan: Number.NaN,
    '+inf': Number.POSITIVE_INFINITY,
    '-inf': Number.NEGATIVE_INFINITY,
  }
  const value = special[text.toLowerCase()] ?? (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : undefined)
  if (value === undefined) throw new Error(`not a number: ${text}`)
  return value
}
