import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { schema } from '../../src/version.ts'
import { apiKey, apiSecret } from '../send-body.ts'
import { basic, onOneEngine, until } from '../world.ts'
import { emptyPlace, openPlace, openServer, openShell, type Shell } from './program.ts'

onOneEngine('commands without a server', (engine) => {
  it('migrate an empty database, and require its first start', async (test) => {
    const settings = await emptyPlace(engine, test)
    const shell = openShell(settings)
    const { applied } = await shell.json('migrate')
    assert.ok(applied.includes('0001_baseline'))
    assert.equal(await shell.text('migrate'), 'The schema is up to date.\n')
    const status = await shell.json('migrate', '--status')
    assert.partialDeepStrictEqual(status, { databaseSchema: schema, programSchema: schema, mayRun: true, missing: [] })
    assert.match(
      await shell.text('migrate', '--status'),
      /Oldest program +version 0\.2\.0 \(schema 7\)\nThe schema is up/,
    )
    assert.match(
      await shell.refused('credential', 'list'),
      engine === 'embedded'
        ? /the data directory \S+ is empty\. .* check NGOMA_DATA\.$/
        : /the database \S+\/ngoma_commands_\w+ is empty\. .* check DATABASE_URL\.$/,
    )
  })

  it('use the database directly, and a server continues their work', async (test) => {
    const settings = await openPlace(engine, test)
    const shell = openShell(settings)
    const invite = openShell({ ...settings, NGOMA_PUBLIC_URL: 'https://sms.example.com' })
    assert.match(
      await invite.text('user', 'invite', 'asha@example.com'),
      /This link sets a password once\. .*\n\n {2}https:\/\/sms\.example\.com\/reset-password#token=[0-9a-f]{64}\n$/,
    )

    // From here on `json` and `text` check that standard error is empty.
    const { id } = await shell.json('account', 'create', '--name', 'Shop')
    assert.equal(id, 2)
    const key = await shell.json('key', 'create', '--name', 'made alone')
    const sent = await shell.text('send', '--to', '255712345678', '--text', 'Hello')
    assert.match(
      sent,
      /^Request \d+: 1 valid, .*\n\n.*\n\d+ +\+255712345678 +queued +1 +\d+ +Hello\n\nNo server is running here: messages are sent when a server or a worker runs on this database\.\n$/,
    )
    const requestId = /Request (\d+)/.exec(sent)?.[1] ?? ''
    const { data } = await shell.json('message', 'list', '--all', '--request', requestId)
    assert.deepEqual(
      data.map(({ phone, status }: Record<string, string>) => [phone, status]),
      [['255712345678', 'PENDING']],
    )
    assert.match(await shell.refused('credential', 'revoke', '999999'), /The credential does not exist/)
    const endpoint = await shell.json('webhook', 'create', '--event', 'chat', '--url', 'http://127.0.0.1:9/')
    assert.match(
      await shell.text('webhook', 'test', String(endpoint.id)),
      /^No server is running here: test event \d+ is delivered when a server or a worker runs on this database\.\n$/,
    )
    const importId = await importContacts(shell)

    const server = await openServer(test, settings)
    for (const authorization of [basic(apiKey, apiSecret), basic(key.apiKey, key.secret)]) {
      await until('the server has sent it', async () => {
        const response = await fetch(`${server.address}/public/v1/delivery-reports?request_id=${requestId}`, {
          headers: { authorization },
        })
        return (await response.text()).includes('DELIVERED')
      })
    }
    await until('the server has done the import', async () => {
      const imports = await shell.json('import', 'list')
      return imports.data.find(({ id }: { id: number }) => id === importId).status === 'done'
    })
  })
})

/** Imports in the command, and leaves an import for a server. */
async function importContacts(shell: Shell): Promise<number> {
  const directory = shell.settings.NGOMA_DATA ?? ''
  const [file, report] = [join(directory, 'people.csv'), join(directory, 'report.csv')]
  writeFileSync(file, 'Anwani;Name\n+255 714 000 001;Asha\n255714000002;"Juma; J"\n071;Nobody\n')
  const importing = ['contact', 'import', file, '--map', 'Anwani:mob_no']
  const done = await shell.json(...importing)
  assert.deepEqual([done.status, done.rowsDone, done.added, done.invalid], ['done', 3, 2, 1])
  await shell.json('import', 'report', String(done.id), report)
  assert.equal(readFileSync(report, 'utf8').split('\r\n')[2], '2,added,255714000002,')

  const left = await shell.json(...importing, '--no-wait')
  assert.equal(left.status, 'waiting')
  assert.deepEqual(await shell.json('import', 'cancel', String(left.id)), { id: left.id, cancelled: true })
  return (await shell.json(...importing, '--no-wait')).id
}
