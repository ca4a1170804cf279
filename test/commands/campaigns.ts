/** Campaigns from a shell, each command once. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../until.ts'
import type { Shell } from './program.ts'

/** Numbers that end in 0003 fail in the simulated network. */
const numbers = ['0768 941 081', '0768 940 003']

export async function tryCampaigns(shell: Shell): Promise<void> {
  const account = ['--account', String((await shell.json('account', 'create', '--name', 'Campaigner')).id)]
  const file = join(shell.settings.NGOMA_DATA ?? '', 'campaign.csv')
  writeFileSync(file, ['phone,code', ...numbers.map((number, row) => `${number},A${row}`)].join('\n'))
  const create = (name: string, ...words: string[]) =>
    shell.json('campaign', 'create', '--name', name, '--text', 'Code {code|none}', ...words, ...account)
  const on = (command: string, { id }: { id: number }, ...words: string[]) =>
    shell.json('campaign', command, String(id), ...words, ...account)

  const offer = await create('Offer', '--file', file)
  assert.deepEqual([offer.status, offer.file.rows, offer.file.columns], ['draft', 2, ['code']])
  await on('file', offer, '--remove')
  assert.equal((await on('file', offer, file)).file.rows, 2)
  const changed = await on('change', offer, '--pace', '6000', '--at', '2090-01-01T09:00', '--zone', 'recipient')
  assert.deepEqual([changed.pace, changed.schedule], [6_000, { at: '2090-01-01T09:00', zone: 'recipient' }])
  assert.equal((await on('change', offer, '--at', 'now', '--pace', 'none')).schedule, null)
  assert.equal((await on('preview', offer, '--number', '0768941081')).samples[0].text, 'Code A0')
  assert.equal((await on('test', offer, '0768941082', '0768941083')).valid, 2)
  assert.equal((await on('start', offer, '--yes')).id, offer.id)
  assert.equal((await on('follow', offer)).status, 'done')
  await until('both messages ended', async () => (await on('show', offer)).progress.pending === 0)
  assert.deepEqual(
    (await on('results', offer)).reasons.map(({ reason }: { reason: string }) => reason),
    ['absent_subscriber'],
  )
  assert.deepEqual((await on('responses', offer, '--kind', 'reply')).data, [])
  assert.equal((await on('resend', offer, '--yes')).resendOf, offer.id)

  const later = await create('Later', '--file', file, '--at', '2090-01-01T09:00')
  await on('start', later, '--yes')
  assert.equal((await on('withdraw', later)).status, 'draft')
  await on('remove', later)

  const slow = await create('Slow', '--file', file, '--pace', '1')
  await on('start', slow, '--yes')
  await until('it sends', async () => (await on('show', slow)).status === 'sending')
  assert.equal((await on('pause', slow)).status, 'paused')
  assert.equal((await on('resume', slow)).status, 'sending')
  assert.equal((await on('cancel', slow)).status, 'cancelled')
  await until('it ended', async () => (await on('show', slow)).endedAt !== null)
  assert.deepEqual(await on('remove', slow), { id: slow.id, removed: true })
  const { data } = await shell.json('campaign', 'list', ...account)
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['Offer (resend)', 'Offer'],
  )
}
