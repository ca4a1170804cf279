/** The metrics of one process in the Prometheus text format. */
export interface ProcessMetrics {
  readonly process: number
  readonly text: string
}

/**
 * Joins the metrics of several processes, with the label `process`. Values stay separate: a sum would be wrong for
 * gauges, and would hide a process that is too busy. All samples of a metric must be together, below its description.
 */
export function mergeMetrics(all: readonly ProcessMetrics[]): string {
  const families = new Map<string, string[]>()
  for (const { process, text } of all) {
    for (const family of text.split(/\n(?=# HELP )/)) {
      const lines = family.split('\n').filter((line) => line !== '')
      const description = lines.filter((line) => line.startsWith('#')).join('\n')
      const samples = lines.filter((line) => !line.startsWith('#')).map((line) => addLabel(line, process))
      families.set(description, [...(families.get(description) ?? []), ...samples])
    }
  }
  return [...families].map(([description, samples]) => `${[description, ...samples].join('\n')}\n`).join('\n')
}

/** `name{a="b"} 1` or `name 1`. */
const addLabel = (sample: string, process: number) =>
  sample.replace(
    /^(\w+)(?:\{(.*)\})? /,
    (_, name: string, labels: string | undefined) =>
      `${name}{${labels === undefined || labels === '' ? '' : `${labels},`}process="${process}"} `,
  )
