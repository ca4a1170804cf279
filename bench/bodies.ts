/**
 * `npm run bench:bodies`: measures how long bodies of the maximum size block the event loop (worst of a few runs).
 * `--program DIR` measures the server of another checkout.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startServer } from '../test/e2e/server.ts'
import { watchStalls } from '../test/fuzz/stalls.ts'
import { programIn, root } from '../test/ngoma.ts'
import { startPostgres } from '../test/postgres.ts'
import { authorization, sendBody } from '../test/world.ts'

const times = 3
const bytes = 16 * 2 ** 20
const json = 'application/json'
const xml = 'application/xml'
const filled = (start: string, piece: string, end = '') =>
  start + piece.repeat(Math.floor((bytes - start.length - end.length) / piece.length)) + end
const numbered = (make: (index: number) => string) =>
  Array.from({ length: 90_000 }, (_, index) => make(index)).join(',')

const recipients = Array.from({ length: 100_000 }, (_, index) => ({
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

const bodies: readonly [what: string, limitMs: number, type: string, make: () => string][] = [
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
  ['a send with 100,000 recipients', 300, json, () => JSON.stringify(sendBody({ recipients, schedule_time: later }))],
  [
    'the same in XML',
    300,
    xml,
    () =>
      `<sms><source_addr>INFO</source_addr><message>Hi</message><encoding>0</encoding><schedule_time>${later}</schedule_time><recipients>${xmlRecipients}</recipients></sms>`,
  ],
]

const print = (...cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

const { values } = parseArgs({ options: { program: { type: 'string', default: root } } })
const stalls = watchStalls()
const postgres = await startPostgres({ fsync: false })
const server = await startServer(
  { NGOMA_STAGING: 'true', DATABASE_URL: postgres.url, ...stalls.settings },
  'api',
  undefined,
  undefined,
  programIn(values.program),
)
try {
  print('Body', 'Answer', 'Longest block, processor', 'Longest block, clock', 'Limit')
  print('---', '---', '---', '---', '---')
  const post = async (type: string, body: Buffer | string) => {
    const headers = { authorization, 'content-type': type }
    const response = await fetch(`${server.address}/v1/send`, { method: 'POST', headers, body })
    await response.text()
    return response.status
  }
  // Starting blocks the event loop too.
  await post(json, '{}')
  await sleep(1_000)
  stalls.takeLongest()
  for (const [what, limitMs, type, make] of bodies) {
    const body = Buffer.from(make())
    const found = []
    let status = 0
    for (let time = 0; time < times; time += 1) {
      status = await post(type, body)
      // A block is recorded with the next tick of the probe.
      await sleep(100)
      found.push(stalls.takeLongest())
    }
    const cpuMs = Math.max(...found.map((one) => one.cpuMs))
    const ms = Math.max(...found.map((one) => one.ms))
    print(what, String(status), `${Math.round(cpuMs)} ms`, `${Math.round(ms)} ms`, `${limitMs} ms`)
    if (cpuMs > limitMs) process.exitCode = 1
  }
} finally {
  await server.kill()
  await postgres.stop()
  stalls.remove()
}
