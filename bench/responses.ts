/** Times the same call again and again, for benchmarks of the account API. */
import type { Report } from './command.ts'
import { at, ms } from './rows.ts'

const limitMs = 100
const warmUpsMax = 5

/** Prints the response times of a call, with a mark if more than 5 of 100 take too long. `isLimited` fails the bench then. */
export async function measure(
  { print, exceed }: Report,
  what: string,
  repeats: number,
  // biome-ignore lint/suspicious/noExplicitAny: the answers of all routes
  ask: () => Promise<any>,
  isLimited = true,
): Promise<void> {
  const times: number[] = []
  let found = ''
  for (let turn = -Math.min(warmUpsMax, repeats); turn < repeats; turn += 1) {
    const startedAt = performance.now()
    const answer = await ask()
    if (turn >= 0) times.push(performance.now() - startedAt)
    const more = answer.searchedTo ? `, searched back to ${answer.searchedTo.slice(0, 10)}` : ''
    found = Array.isArray(answer.data) ? `; ${answer.data.length} found${more}` : ''
    if (answer.count !== undefined) found = `; ${answer.isEstimate ? 'about ' : ''}${answer.count} counted`
    if (answer.code !== undefined) found = `; ${answer.code}`
  }
  const p95 = at(0.95, times)
  const mark = p95 < limitMs ? ' ' : '!'
  print(`${mark} ${what.padEnd(50)} p50 ${ms(at(0.5, times))}, p95 ${ms(p95)}${found}`, p95)
  if (isLimited && p95 >= limitMs) exceed(`${what}: above ${limitMs} ms`)
}
