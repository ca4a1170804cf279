/** The story of a shop owner: from a file with local numbers to a personal message, by API and by command line. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { basic, onOneEngine, until } from '../world.ts'
import { openPlace, openServer, openShell, type Shell, type TestServer } from './program.ts'

const rows = 500
const text = 'Your voucher {voucher} is worth {points} points'

/** The last digits decide whether the simulated network delivers. */
const ends = { rejected: '210000', absent: '210003' }
const endOf = (row: number) => [ends.rejected, ends.absent][row] ?? String(200_500 + row)

/** Local and international forms, as people type them. */
const forms = [
  (end: string) => `0768 ${end.slice(0, 3)} ${end.slice(3)}`,
  (end: string) => `+255 768${end}`,
  (end: string) => `00255768${end}`,
  (end: string) => `768${end}`,
]

const people = Array.from({ length: rows }, (_, row) => ({
  phone: `255768${endOf(row)}`,
  typed: forms[row % forms.length]?.(endOf(row)) ?? '',
  voucher: `V${1_000 + row}`,
  points: rows - row,
}))
const file = [
  'Name,Mobile,Voucher,Points',
  ...people.map((one) => `Asha,${one.typed},${one.voucher},${one.points}`),
].join('\n')
const loyal = people.filter(({ points }) => points > 100)

interface Recipient {
  readonly number: string
  readonly text: string
  readonly stage: string
  readonly reason: string | null
  readonly price: string
}

/** Every recipient has the text with their own values, the status, the reason and the price. */
function assertRecipients(recipients: readonly Recipient[]): void {
  const found = new Map(recipients.map((one) => [one.number.replace('+', ''), one]))
  assert.equal(recipients.length, loyal.length)
  for (const { phone, voucher, points } of loyal) {
    const { text: own, stage, reason, price } = found.get(phone) ?? ({} as Partial<Recipient>)
    const [end, cause, cost] = phone.endsWith(ends.rejected)
      ? ['undelivered', 'refused_by_network', '0.0000']
      : phone.endsWith(ends.absent)
        ? ['undelivered', 'absent_subscriber', '1.0000']
        : ['delivered', null, '1.0000']
    assert.deepEqual(
      [own, stage, reason, price],
      [`Your voucher ${voucher} is worth ${points} points`, end, cause, cost],
    )
  }
}

onOneEngine('a shop owner', (engine) => {
  it('sends personal texts to imported contacts by API and by command line', async (test) => {
    const settings = await openPlace(engine, test)
    const server = await openServer(test, settings)
    const shell = openShell(settings)
    await sendByApi(server, shell)
    await sendByShell(shell)
  })
})

async function sendByApi(server: TestServer, shell: Shell): Promise<void> {
  const { apiKey, secret } = await shell.json('key', 'create', '--name', 'shop')
  // biome-ignore lint/suspicious/noExplicitAny: the assertions have the types
  const call = async (method: string, path: string, body?: unknown): Promise<any> => {
    const isFile = typeof body === 'string'
    const type = isFile ? 'text/csv' : 'application/json'
    const answer = await fetch(`${server.address}/v2${path}`, {
      method,
      headers: { authorization: basic(apiKey, secret), ...(body === undefined ? {} : { 'content-type': type }) },
      body: body === undefined ? undefined : isFile ? body : JSON.stringify(body),
    })
    const answered = await answer.json()
    assert.ok(answer.ok, `${method} ${path}: ${JSON.stringify(answered)}`)
    return answered
  }
  await call('POST', '/contact-fields', { name: 'Voucher', type: 'text' })
  await call('POST', '/contact-fields', { name: 'Points', type: 'number' })
  const book = await call('POST', '/books', { name: 'Customers' })
  const preview = await call('POST', `/books/${book.id}/imports/preview`, file)
  assert.deepEqual([preview.rows, preview.readable], [rows, rows])
  const { id } = await call('POST', `/books/${book.id}/imports`, file)
  await until('the contacts are imported', async () => (await call('GET', `/imports/${id}`)).status === 'done')
  const filter = { match: 'all', conditions: [{ field: 'points', op: 'gt', value: 100 }] }
  const segment = await call('POST', '/segments', { name: 'Loyal', filter })
  assert.equal((await call('GET', `/segments/${segment.id}/count`)).count, loyal.length)
  const order = { from: 'INFO', text, segment_ids: [segment.id] }
  assert.equal((await call('POST', '/quotes', order)).price, `${loyal.length}.0000`)
  const sent = await call('POST', '/messages', order)
  assert.equal(sent.valid, loyal.length)
  const request = `/requests/${sent.request_ids[0]}`
  await until('all messages ended', async () => (await call('GET', request)).pending === 0)
  assertRecipients((await call('GET', `${request}/recipients?limit=1000`)).data)
  assert.equal((await call('GET', request)).price, `${loyal.length - 1}.0000`)
}

async function sendByShell(shell: Shell): Promise<void> {
  const { id } = await shell.json('account', 'create', '--country', 'TZ', '--name', 'Another shop')
  const account = ['--account', String(id)]
  const path = join(shell.settings.NGOMA_DATA ?? '', 'customers.csv')
  writeFileSync(path, file)
  const map = ['--map', 'Voucher:new:text', '--map', 'Points:new:number']
  const imported = await shell.json('contact', 'import', path, ...map, ...account)
  assert.deepEqual([imported.status, imported.added], ['done', rows])
  const conditions = JSON.stringify([{ field: 'points', op: 'gt', value: 100 }])
  await shell.json(
    'segment',
    'create',
    '--name',
    'Loyal',
    '--filter-match',
    'all',
    '--filter-conditions',
    conditions,
    ...account,
  )
  const sent = await shell.json('send', '--text', text, '--segment', 'loyal', ...account)
  assert.equal(sent.valid, loyal.length)
  const request = [String(sent.requestIds[0]), ...account]
  await until('all messages ended', async () => (await shell.json('request', 'show', ...request)).pending === 0)
  assertRecipients((await shell.json('request', 'recipients', ...request, '--limit', '1000')).data)
}
