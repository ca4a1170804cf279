/** Checks that the commands of docs/carriers.md work and that the page is complete. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { defaultFailover } from '../../src/carriers/failover.ts'
import { readSettings } from '../../src/carriers/smpp/settings.ts'
import { bindProblem, classifyStatus } from '../../src/carriers/smpp/status.ts'
import { profileNames } from '../../tools/smsc/profile.ts'
import { emptyPlace, run } from '../commands/program.ts'
import { program } from '../ngoma.ts'
import { slowness } from '../pace.ts'
import { type Answered, address, createIds, readAnswer, readCurl } from '../pages.ts'
import { until } from '../world.ts'
import { startServer } from './server.ts'

const page = readFileSync(new URL('../../docs/carriers.md', import.meta.url), 'utf8')
const sectionOf = (title: string) =>
  page.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? assert.fail(`section ${title} is missing`)

/** Starts a message centre as a separate process on a free port. It stops with the test. */
async function startSmsc(test: TestContext, words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...program, ...words, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 120_000 * slowness,
  })
  test.after(() => child.kill('SIGKILL'))
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  await until('the message centre listens', () => out.includes('\n'), 60)
  return String(JSON.parse(out.split('\n')[0] ?? '').port)
}

/** Repeats a GET until the answer matches the page, because a receipt takes a second. */
async function tryCurl(curl: string, shown: Answered, at: string, ids: ReturnType<typeof createIds>): Promise<void> {
  const { method, path, headers, body } = readCurl(curl)
  let got: Answered | null = null
  const ask = async () => {
    const response = await fetch(`${at}${path}`, { method, headers, body })
    got = ids.toPage({ status: response.status, headers: {}, body: await response.json() }, shown)
    return JSON.stringify(got.body) === JSON.stringify(shown.body)
  }
  if (method === 'GET') await until('the answer matches the page', ask).catch(() => {})
  else await ask()
  assert.deepEqual(got, shown)
}

describe('docs/carriers.md', () => {
  it('connects a carrier with the commands as shown', async (test) => {
    const data = await emptyPlace('embedded', test)
    const directory = data.NGOMA_DATA ?? ''
    const ids = createIds()
    let at = ''
    let port = ''
    const printed: string[] = []

    async function type(line: string): Promise<void> {
      const words = line.replace(/(?<=[ =])smsc-password/, join(directory, 'smsc-password')).split(' ')
      if (line.endsWith(' npm start')) {
        const settings = Object.fromEntries(words.slice(0, -2).map((one) => one.split('=')))
        assert.equal(settings.NGOMA_DATA, './demo-data')
        const server = await startServer({ ...settings, ...data, DATABASE_URL: '' })
        test.after(() => server.kill('SIGKILL'))
        at = server.address
      } else if (line.startsWith('npx ngoma smsc ')) port = await startSmsc(test, words.slice(2))
      else if (line.startsWith('echo ')) writeFileSync(words[3] ?? '', `${words[1]}\n`)
      else if (line.startsWith('export ')) assert.equal(line, 'export NGOMA_DATA=./demo-data')
      else {
        assert.ok(line.startsWith('npx ngoma '), line)
        // Tests use a free port instead of 2775.
        const { code, out, err } = await run(
          [...words.slice(2), ...(line.includes(' provider set ') ? ['--setting', `port=${port}`] : [])],
          data,
        )
        assert.deepEqual({ code, err }, { code: 0, err: '' }, line)
        printed.push(out)
      }
    }

    const blocks = [...sectionOf('Connect a carrier in five minutes').matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(
      ([, language, text = '']) => ({
        language,
        text,
      }),
    )
    for (const [index, { language, text }] of blocks.entries()) {
      if (language === 'sh') for (const line of text.trim().split('\n')) await type(line)
      else if (text.startsWith('curl '))
        await tryCurl(text.trim(), readAnswer(blocks[index + 1]?.text ?? '', false), at, ids)
    }
    assert.ok(blocks.some(({ text }) => text.includes(address)))
    const [added, , tried, listed] = printed
    assert.match(added ?? '', /^Provider local saved\. Connected\./)
    assert.match(tried ?? '', /goes to local\./)
    assert.match(listed ?? '', /^sms +local +smpp .* Connected\.$/m)
  })

  it('lists every setting with its default', () => {
    const rows = sectionOf('Settings')
    const { addresses, ...others } = readSettings({ host: '127.0.0.1', systemId: 'ngoma' }, ['password'])
    for (const name of [...Object.keys(others), ...Object.keys(addresses).map((kind) => `addresses.${kind}`)])
      assert.ok(rows.includes(`| \`${name}\` |`), name)
    for (const [name, value] of Object.entries(others)) {
      if (!['number', 'string'].includes(typeof value) || value === '' || ['host', 'systemId'].includes(name)) continue
      assert.match(rows, new RegExp(`\\| \`${name}\` \\| \`?${value}\\b`), name)
    }
    for (const [kind, { ton, npi }] of Object.entries(addresses))
      assert.ok(rows.includes(`\`addresses.${kind}\` | ${ton},${npi} |`), kind)
  })

  it('lists every health limit with its default', () => {
    const rows = sectionOf('Health')
    for (const [name, value] of Object.entries(defaultFailover.health))
      assert.ok(rows.includes(`| \`${name}\` | ${value} |`), name)
    assert.ok(sectionOf('Settings').includes(`| \`failoverSeconds\` | ${defaultFailover.failoverSeconds} |`))
  })

  it('links to existing pages and files', () => {
    const links = [...page.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to)
    for (const to of ['http-carriers.md', 'examples/http-carrier-json.json', 'examples/http-carrier-polled.json'])
      assert.ok(links.includes(to), to)
    for (const to of links) assert.ok(existsSync(new URL(`../../docs/${to}`, import.meta.url)), to)
  })

  it('explains every status and every profile', () => {
    const rows = sectionOf('Error codes')
      .split('\n')
      .filter((line) => line.startsWith('| '))
    const actions = { throttle: 'throttled', retry: 'retried', fail: 'rejected' } as const
    for (let status = 1; status < 0x400; status += 1) {
      const classified = classifyStatus(status)
      if (classified.reason.startsWith('carrier_status_')) continue
      const row = rows.find(
        (line) => line.includes(`\`${classified.reason}\``) && line.includes(`| ${actions[classified.action]} |`),
      )
      assert.ok(row, `${status.toString(16)} ${classified.reason}`)
    }
    for (const status of [0x04, 0x05, 0x0d, 0x0e, 0x0f, 0x53, 0x58]) {
      const code = `0x${status.toString(16).toUpperCase().padStart(2, '0')}`
      const [, words = ''] = rows.map((line) => line.split(' | ')).find(([first = '']) => first === `| ${code}`) ?? []
      assert.ok(words.length > 10 && bindProblem(status).includes(words), `${code} ${words}`)
    }
    for (const name of profileNames) assert.ok(sectionOf('ngoma smsc').includes(`| \`${name}\` |`), name)
  })
})
