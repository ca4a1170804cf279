import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { oneLine, runAll } from '../commands/program.ts'
import { program } from '../ngoma.ts'
import { slowness } from '../pace.ts'
import { until } from '../world.ts'

const settings = { NGOMA_DATA: '/nonexistent' }

async function start(test: TestContext, ...words: string[]) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(process.execPath, [...program, 'emulate', ...words], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000 * slowness,
  })
  test.after(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  await until('it listens', () => output.includes('\n') || child.exitCode !== null, 60)
  return { child, output: () => output }
}

describe('ngoma emulate', () => {
  it('prints how to use the emulator, logs each request and stops on SIGINT', async (test) => {
    const { child, output } = await start(test, 'mpesa', '--port', '0', '--delay', '0')
    const [, url = ''] = /listening on (http:\S+)\. Press/.exec(output()) ?? []
    assert.match(
      output(),
      /--settings-only \| npx ngoma provider set express --kind mpesa --file - --product payments\n/,
    )
    const { consumerKey, consumerSecret } = JSON.parse(/\{[\s\S]*?\n\}/.exec(output())?.[0] ?? '').secrets
    const headers = { authorization: `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}` }
    const token = await fetch(`${url}/oauth/v1/generate?grant_type=client_credentials`, { headers })
    assert.equal(token.status, 200)
    await fetch(`${url}/mpesa/stkpush/v1/processrequest`, { method: 'POST' })
    await until('the line', () => output().includes('refused POST /mpesa/stkpush/v1/processrequest: 404.001.04'))
    const closed = once(child, 'close')
    child.kill('SIGINT')
    await closed
    assert.equal(child.exitCode, 0)
  })

  it('prints the settings alone and rejects invalid options', async () => {
    const [only, json, wrong] = await runAll(
      [
        ['emulate', 'whatsapp', '--port', '9001', '--settings-only'],
        ['emulate', 'mpesa', '--settings-only', '--json'],
        ['emulate', 'mpesa', '--port', '99999'],
      ],
      settings,
    )
    assert.equal(JSON.parse(only?.out ?? '').baseUrl, 'http://127.0.0.1:9001')
    assert.equal(JSON.parse(json?.out ?? '').shortCode, '174379')
    assert.equal(wrong?.code, 2)
    assert.match(oneLine(wrong?.err ?? ''), /--port must be a number from 0 to 65535/)
  })
})
