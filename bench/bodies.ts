/**
 * `npm run bench:bodies`: measures how long bodies of the maximum size block the event loop (worst of a few runs).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { watchStalls } from '../test/fuzz/stalls.ts'
import { programIn, root } from '../test/ngoma.ts'
import { authorization, sendBody } from '../test/send-body.ts'
import { type Report, runBench } from './command.ts'
import { withProgram } from './program.ts'

const json = 'application/json'
const xml = 'application/xml'

interface Sizes {
  readonly bytes: number
  readonly recipients: number
}

type Body = readonly [what: string, limitMs: number, type: string, make: () => string, status?: number]

/** The status is known of valid bodies. */
function bodiesOf({ bytes, recipients: count }: Sizes): readonly Body[] {
  const filled = (start: string, piece: string, end = '') =>
    start + piece.repeat(Math.floor((bytes - start.length - end.length) / piece.length)) + end
  const numbered = (make: (index: number) => string) =>
    Array.from({ length: Math.ceil(bytes / 187) }, (_, index) => make(index)).join(',')
  const recipients = Array.from({ length: count }, (_, index) => ({
    recipient_id: index + 1,
    dest_addr: String(255_700_000_007 + index * 10),
  }))
  const later = '2099-01-01 00:00'
  const xmlRecipients = recipients
    .map(
      ({ recipient_id: id, dest_addr: to }) =>
        `<recipient><recipient_id>${id}</recipient_id><dest_addr>${to}</dest_addr></recipient>`,
    )
    .join('')
  return [
    ['[[[[…', 100, json, () => '['.repeat(bytes)],
    ['[[],[],…', 100, json, () => filled('[', '[],', '[]]')],
    ['[1,1,…', 100, json, () => filled('[', '1,', '1]')],
    ['one object with many names', 100, json, () => `{${numbered((index) => `"a-rather-long-name-${index}":1`)}}`],
    ['many objects with different names', 100, json, () => `[${numbered((index) => `{"n${index}":1,"m${index}":2}`)}]`],
    ['one long string', 100, json, () => filled('{"message":"', 'x', '"}')],
    ['one string of escapes', 100, json, () => filled('{"message":"', '\\u0041', '"}')],
    ['<a/><a/>…', 100, xml, () => filled('<a>', '<a/>', '</a>')],
    ['&lt;&lt;…', 100, xml, () => filled('<a><message>', '&lt;', '</message></a>')],
    ['comments', 100, xml, () => filled('<a>', '<!---->', '</a>')],
    [
      `a send with ${count.toLocaleString('en')} recipients`,
      300,
      json,
      () => JSON.stringify(sendBody({ recipients, schedule_time: later })),
      200,
    ],
    [
      'the same in XML',
      300,
      xml,
      () =>
        `<sms><source_addr>INFO</source_addr><message>Hi</message><encoding>0</encoding><schedule_time>${later}</schedule_time><recipients>${xmlRecipients}</recipients></sms>`,
      200,
    ],
  ]
}

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`

async function run(sizes: Sizes, times: number, directory: string, { print, fail, exceed, settle }: Report) {
  const stalls = watchStalls()
  const options = { fsync: false, role: 'api', settings: stalls.settings, program: programIn(directory) }
  const measure = withProgram(options, async ({ server: { address } }) => {
    print(row('Body', 'Answer', 'Longest block, processor', 'Longest block, clock', 'Limit'))
    print(row('---', '---', '---', '---', '---'))
    const post = async (type: string, body: Buffer | string) => {
      const headers = { authorization, 'content-type': type }
      const response = await fetch(`${address}/v1/send`, { method: 'POST', headers, body })
      await response.text()
      return response.status
    }
    // Starting blocks the event loop too.
    await post(json, '{}')
    await settle(1)
    stalls.takeLongest()
    for (const [what, limitMs, type, make, expected] of bodiesOf(sizes)) {
      const body = Buffer.from(make())
      const found = []
      let status = 0
      for (let time = 0; time < times; time += 1) {
        status = await post(type, body)
        // A block is recorded with the next tick of the probe.
        await sleep(100)
        found.push(stalls.takeLongest())
      }
      if (status !== (expected ?? status) || status >= 500) fail(`${what}: answered with ${status}`)
      const cpuMs = Math.max(...found.map((one) => one.cpuMs))
      const ms = Math.max(...found.map((one) => one.ms))
      print(row(what, String(status), `${Math.round(cpuMs)} ms`, `${Math.round(ms)} ms`, `${limitMs} ms`), cpuMs, ms)
      if (cpuMs > limitMs) exceed(`${what}: above ${limitMs} ms`)
    }
  })
  await measure.finally(() => stalls.remove())
}

await runBench({
  name: 'bench:bodies',
  options: {
    bytes: { value: 16 * 2 ** 20, short: 20_000, about: 'size of a body' },
    recipients: { value: 100_000, short: 100, about: 'recipients of a send' },
    times: { value: 3, short: 1, about: 'requests with each body' },
    program: { value: root, about: 'directory of the checkout to measure' },
  },
  run: ({ times, program, ...sizes }, report) => run(sizes, times, program, report),
})
