/** The commands that `kannel convert` prints, run one by one. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Shell } from './program.ts'

const file = fileURLToPath(new URL('../fixtures/kannel/kannel.conf', import.meta.url))

export async function tryKannel(shell: Shell, test: Pick<TestContext, 'after'>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-kannel-'))
  test.after(() => rmSync(directory, { recursive: true }))
  const { script } = await shell.json('kannel', 'convert', file)
  assert.equal((await shell.json('kannel', 'password', file, 'web')).password, 'webpw')
  assert.match(
    await shell.refused('kannel', 'password', file, 'x'),
    /Carriers: north-tel, north-tel-2, web, generic, carrier\./,
  )
  assert.match(
    await shell.refused('kannel', 'password', file, '--user', 'x'),
    /Users: a user name that is long, duka-shop\./,
  )

  let account = ''
  /** Like a shell, for the few forms that scripts have. Files are in the directory, and pipes become files. */
  const runLine = async (line: string) => {
    const [command = '', from] = line
      .replace(/ \|\| failed=1$/, '')
      .split(' | npx ngoma ')
      .toReversed()
    const words = wordsOf(command.replace('"$account"', account)).map((word) =>
      word.endsWith('.json') ? join(directory, word) : word,
    )
    if (from !== undefined) {
      const password = join(directory, 'password')
      writeFileSync(password, await shell.text(...wordsOf(from)))
      const at = words.findLastIndex((word) => word === '-' || word.endsWith('=-'))
      words[at] = (words[at] ?? '').replace(/-$/, password)
    }
    const { code, out, err } = await shell.run(...words)
    assert.equal(code, 0, `${line}\n${err}`)
    return out
  }
  const parts: string[] = script.split(/\n(?=npx|account=|cat)/)
  // The second run finds everything.
  for (const part of [...parts, ...parts]) {
    const [line = ''] = part.split('\n')
    const [, created] = /^account=\$\((.*) \| sed/.exec(line) ?? []
    if (line.startsWith('cat > ')) {
      const [, name = '', text = ''] = /^cat > (\S+) <<'END'\n(.*?)\nEND$/ms.exec(part) ?? []
      // The server of the test has no public URL.
      writeFileSync(join(directory, name), text.replace('{receipt_url}', 'https://example.com/'))
    } else if (created !== undefined) account = String(JSON.parse(await runLine(created.slice('npx ngoma '.length))).id)
    else if (line.startsWith('npx ngoma ')) await runLine(line.slice('npx ngoma '.length))
  }
  const carriers = (await shell.json('provider', 'list', '--product', 'sms')).data.map(
    ({ name }: { readonly name: string }) => name,
  )
  for (const name of ['north-tel', 'north-tel-2', 'web']) assert.ok(carriers.includes(name), name)
  assert.deepEqual(
    (await shell.json('credential', 'list', '--account', account)).data.map(
      ({ systemId, addresses }: { readonly systemId: string; readonly addresses: readonly string[] }) => [
        systemId,
        addresses,
      ],
    ),
    [['duka-shop', ['127.0.0.1', '10.1.0.0/16']]],
  )
  for (const name of ['north-tel', 'north-tel-2', 'web']) await shell.json('provider', 'remove', name)
  assert.equal(readFileSync(join(directory, 'password'), 'utf8').trim(), 'shoppw')
}

const wordsOf = (line: string) =>
  [...line.matchAll(/(?:[^\s']|'[^']*'|\\')+/g)].map(([word]) =>
    word.replaceAll(`'\\''`, '\0').replaceAll("'", '').replaceAll('\0', "'"),
  )
