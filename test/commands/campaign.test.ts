/** The story of a shop owner who sends an offer: from the draft to the results. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import type { Campaign, CampaignResults } from '../../src/contract/account/campaigns.ts'
import { onOneEngine, until } from '../world.ts'
import { oneLine, openPlace, openServer, openShell, type Shell } from './program.ts'

/** The phone of Juma is switched off: the simulated network decides by the last digits. */
const customers = [
  'First name,Mobile,Voucher',
  'Asha,0768 200 501,V1',
  'Juma,0768 210 003,V2',
  ',0768 200 503,V3',
  'Neema,0768 200 504,',
]
const url = 'https://example.com/december'
const text = `Hello {first_name|customer}, voucher {voucher|at the till}: {link ${url}}`
const openings = [
  'Hello Asha, voucher V1: http',
  'Hello Juma, voucher V2: http',
  'Hello customer, voucher V3: http',
  'Hello Neema, voucher at the till: http',
]

onOneEngine('a shop owner with an offer', (engine) => {
  it('drafts, previews, tests, starts and resends a campaign', async (test) => {
    const settings = await openPlace(engine, test)
    await openServer(test, settings)
    const shell = openShell(settings)
    const path = (name: string) => join(settings.NGOMA_DATA ?? '', name)

    writeFileSync(path('customers.csv'), customers.join('\n'))
    await shell.json('book', 'create', '--name', 'Customers')
    const map = ['--book', 'Customers', '--map', 'Voucher:new:text']
    assert.equal((await shell.json('contact', 'import', path('customers.csv'), ...map)).added, 4)

    const offer = await draft(shell)
    await checkAndTest(shell, offer)
    await sendToTheEnd(shell, offer, path('results.csv'))
    await resend(shell, offer)
    await pauseAndCancel(shell)
    await refuseFile(shell, path('without-numbers.csv'))
  })
})

const create = (name: string, ...words: string[]) => ['campaign', 'create', '--name', name, '--text', text, ...words]

async function draft(shell: Shell): Promise<string> {
  const created = await shell.text(...create('December offer', '--book', 'customers', '--unique-links'))
  const [, id = ''] =
    /^Campaign (\d+) created as a draft\.\n\nNext:\n {2}ngoma campaign preview \1\n {2}ngoma campaign test \1 NUMBER\n {2}ngoma campaign start \1\n$/.exec(
      created,
    ) ?? []
  assert.match(id, /^\d+$/, created)
  assert.match(await shell.text('campaign', 'show', id), /^Status +draft$(.|\n)*^Audience +address book \d+$/m)
  return id
}

async function checkAndTest(shell: Shell, id: string): Promise<void> {
  const quote = await shell.json('campaign', 'preview', id)
  assert.deepEqual([quote.recipients.valid, quote.enough, quote.missing], [4, true, []])
  const texts: string[] = quote.samples.map((one: { text: string }) => one.text)
  assert.deepEqual(
    openings.filter((opening) => !texts.some((sample) => sample.startsWith(opening))),
    [],
  )
  const own = await shell.text('campaign', 'preview', id, '--number', '0768 200 504')
  assert.match(own, /^1 recipient\.\n(.*\n)+\+255768200504 +\d+ +\S+ +Hello Neema, voucher at the till: https?:\S+\n$/)

  const tested = await shell.json('campaign', 'test', id, '0768 200 999', '--as', '0768 200 501')
  assert.equal(tested.valid, 1)
  assert.ok(tested.recipients[0].text.startsWith(openings[0]), tested.recipients[0].text)

  // A question needs a terminal.
  const asked = await shell.run('campaign', 'start', id)
  assert.equal(asked.code, 2)
  assert.match(oneLine(asked.err), /add --yes/)
  assert.equal((await shell.json('campaign', 'show', id)).status, 'draft')
}

async function sendToTheEnd(shell: Shell, id: string, file: string): Promise<void> {
  const ended: Campaign = await shell.json('campaign', 'start', id, '--yes', '--follow')
  assert.equal(ended.status, 'done')
  const { recipients, processed, queued } = ended.progress
  assert.deepEqual([recipients, processed, queued], [4, 4, 4])
  await until('all messages ended', async () => (await shell.json('campaign', 'show', id)).progress.pending === 0)
  const { campaign, reasons, hours, links }: CampaignResults = await shell.json('campaign', 'results', id)
  assert.deepEqual([campaign.results.delivered, campaign.results.failed], [3, 1])
  assert.deepEqual(
    reasons.map(({ reason, messages }) => [reason, messages]),
    [['absent_subscriber', 1]],
  )
  assert.deepEqual(links, [{ url, clicks: 0 }])
  assert.equal(
    hours.reduce((sum, { delivered }) => sum + delivered, 0),
    3,
  )
  const shown = await shell.text('campaign', 'results', id, '--csv', file)
  assert.match(shown, /4 messages: 3 delivered, 1 failed, 0 pending\. Price: /)
  assert.match(shown, /^1 +absent_subscriber +The phone is switched off/m)
  assert.equal(readFileSync(file, 'utf8').trimEnd().split('\r\n').length, 1 + hours.length)
  assert.match(await shell.text('campaign', 'follow', id), /^Campaign \d+ is done\.\n4 messages: /)
  // The test message has its own request and does not count.
  const sent = await shell.json('message', 'list', '--all', '--number', '0768 200 501')
  assert.equal(sent.data.length, 1)
}

async function resend(shell: Shell, id: string): Promise<void> {
  const again: Campaign = await shell.json('campaign', 'resend', id, '--yes', '--follow')
  assert.deepEqual([again.status, again.resendOf, again.progress.recipients], ['done', Number(id), 1])
  const toJuma: { data: { text: string }[] } = await shell.json('message', 'list', '--all', '--number', '0768 210 003')
  const [second, first] = toJuma.data.map((one) => one.text)
  assert.ok(first?.startsWith(openings[1] ?? ''))
  assert.equal(second, first)
}

async function pauseAndCancel(shell: Shell): Promise<void> {
  const { id } = await shell.json(...create('One a minute', '--book', 'Customers', '--pace', '1'))
  const on = (command: string, ...words: string[]) => ['campaign', command, String(id), ...words]
  await shell.json(...on('start', '--yes'))
  await until('it sends', async () => (await shell.json(...on('show'))).status === 'sending')
  assert.match(await shell.text(...on('pause')), /^Campaign \d+ paused\.\n\nStatus +paused\nProcessed +\d\n/)
  const followed = await shell.run(...on('follow'))
  assert.equal(followed.code, 1)
  assert.match(followed.out, /^Campaign \d+ is paused after \d of 4 recipients: a user paused it\.\n/)
  assert.match(await shell.text(...on('resume')), /^Campaign \d+ resumed\.\n/)
  assert.match(await shell.text(...on('cancel')), /^Campaign \d+ cancelled\.\n\nStatus +cancelled\nProcessed +\d\n/)
  await until('it ended', async () => (await shell.json(...on('show'))).endedAt !== null)
  const { status, progress }: Campaign = await shell.json(...on('show'))
  assert.equal(status, 'cancelled')
  assert.ok(progress.processed < progress.recipients, `${progress.processed} of ${progress.recipients}`)
  const refused = await shell.refused(...on('resume'))
  assert.notEqual(refused, '')
}

/** A rejected file leaves no draft behind. */
async function refuseFile(shell: Shell, file: string): Promise<void> {
  writeFileSync(file, 'name\nAsha\n')
  assert.notEqual(await shell.refused(...create('Without numbers', '--file', file)), '')
  assert.deepEqual((await shell.json('campaign', 'list', '--status', 'draft')).data, [])
}
