/** Opt-out files, the do-not-disturb list and consents from a shell, with a running server. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Shell } from './program.ts'

const [first, second] = ['255712345681', '255712345682'] as const

export async function tryConsent(shell: Shell): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-consent-'))
  try {
    const place = (name: string) => join(directory, name)
    await tryOptOutFiles(shell, place)
    await tryDoNotDisturb(shell, place)
    await tryConsents(shell, place)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function tryOptOutFiles(shell: Shell, place: (name: string) => string): Promise<void> {
  writeFileSync(place('in.csv'), `phone\n${first}\n${second}\n0712\n${first}\n`)
  const text = await shell.text('optouts', 'import', place('in.csv'))
  assert.match(
    text,
    /^4 rows: 2 added, 1 already there, 1 invalid\.\n\nROW +NUMBER +PROBLEM\n3 +0712 +phone is not a phone number of Tanzania/,
  )
  const { added, existing, invalid } = await shell.json('optouts', 'import', place('in.csv'))
  assert.deepEqual([added, existing, invalid], [0, 3, 1])
  assert.deepEqual(await shell.json('optouts', 'export', place('out.csv'), '--source', 'import'), {
    file: place('out.csv'),
    rows: 2,
  })
  assert.match(readFileSync(place('out.csv'), 'utf8'), new RegExp(`^phone,source,created_at\r\n${first},import,`))
  assert.match(await shell.refused('optouts', 'export', place('out.csv')), /already exists/)
  assert.match(await shell.text('optouts', 'list', '--source', 'import'), new RegExp(`\\+${first} +import +\\d{4}-`))
  assert.match(await shell.text('optouts', 'list', '--source', 'stop'), /No opt-outs/)
  assert.match(
    await shell.text('search', '5681'),
    new RegExp(`^KIND +ID +NUMBER +NAME +TIME\nnumber +${first} +\\+${first} +opt-out\n$`),
  )
  assert.equal((await shell.json('search', '0712 345 681')).groups[0].items[0].phone, first)
  assert.equal(await shell.text('search', 'no such name'), 'Nothing found.\n')
  for (const phone of [first, '0712 345 682']) await shell.json('optouts', 'remove', phone)
}

async function tryDoNotDisturb(shell: Shell, place: (name: string) => string): Promise<void> {
  assert.deepEqual(await shell.json('do-not-disturb', 'add', first, '--note', 'by letter'), { phone: first })
  writeFileSync(place('list.csv'), `${first}\n${second}\n`)
  assert.match(await shell.text('do-not-disturb', 'import', place('list.csv')), /^2 rows: 1 added, 1 already there/)
  assert.match(await shell.text('do-not-disturb', 'list'), new RegExp(`\\+${first} +person +\\d{4}-.*by letter`))
  assert.match(await shell.text('do-not-disturb', 'list', '--prefix', '1'), /list is empty/)
  assert.equal((await shell.json('do-not-disturb', 'list')).data.length, 2)
  assert.equal((await shell.json('do-not-disturb', 'import', place('list.csv'))).existing, 2)
  const quote = ['quote', '--to', first, '--to', second, '--text', 'Hello']
  assert.match(await shell.text(...quote), /0 valid, .* 0 opted out, 2 on the do-not-disturb list\./)
  assert.deepEqual(await shell.json('do-not-disturb', 'export', place('all.csv')), { file: place('all.csv'), rows: 2 })
  for (const phone of [first, second])
    assert.deepEqual(await shell.json('do-not-disturb', 'remove', phone), { phone, removed: true })
  assert.match(await shell.refused('do-not-disturb', 'remove', first), /Not On The Do-Not-Disturb List/)
}

async function tryConsents(shell: Shell, place: (name: string) => string): Promise<void> {
  const sourceless = await shell.run('consents', 'add', first)
  assert.deepEqual([sourceless.code, /--source is required/.test(sourceless.err)], [2, true])
  const added = await shell.json(
    'consents',
    'add',
    '0712345681',
    '--source',
    'web form',
    '--at',
    '2026-01-31',
    '--text',
    'Yes',
  )
  assert.deepEqual(added, { phone: first, status: 'given', at: '2026-01-31T00:00:00.000Z' })
  assert.match(await shell.text('consents', 'list'), new RegExp(`\\+${first} +given +2026-01-31 .*web form\\n +Yes`))
  writeFileSync(place('consents.csv'), `phone,at,status\n${first},2026-01-31,\n${second},2026-01-31,withdrawn\n`)
  assert.match(await shell.text('consents', 'import', place('consents.csv')), /^2 rows: 1 added, 1 already there/)
  assert.equal((await shell.json('consents', 'import', place('consents.csv'))).existing, 2)
  assert.equal((await shell.json('consents', 'list')).data.length, 2)
  assert.deepEqual(await shell.json('consents', 'export', place('c.csv')), { file: place('c.csv'), rows: 2 })

  assert.deepEqual(await shell.json('account', 'consent-rule'), { required: false })
  assert.deepEqual(await shell.json('account', 'consent-rule', '--on'), { required: true })
  const quote = ['quote', '--to', first, '--to', second, '--text', 'Hello']
  assert.match(await shell.text(...quote), /1 valid, .* 0 opted out, 1 without a consent\./)
  assert.equal((await shell.run('account', 'consent-rule', '--on', '--off')).code, 2)
  assert.match(await shell.text('account', 'consent-rule', '--off'), /without checking consents/)
}
