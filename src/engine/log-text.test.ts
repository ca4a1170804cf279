import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog } from './log.ts'
import { textLines } from './log-text.ts'

function written(isTTY: boolean, say: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  say(createLog('debug', textLines({ isTTY, write: (more) => (text += more) })))
  return text.replace(/\d\d:\d\d:\d\d/g, 'hh:mm:ss')
}

describe('textLines', () => {
  const lines: readonly (readonly [title: string, say: (log: ReturnType<typeof createLog>) => void, text: string])[] = [
    [
      'has the time, the level, the words and the fields',
      (log) => log.info({ address: 'http://127.0.0.1:8080', staging: true }, 'serving'),
      'hh:mm:ss INFO  serving address=http://127.0.0.1:8080 staging=true\n',
    ],
    ['needs no fields', (log) => log.debug('stopped'), 'hh:mm:ss DEBUG stopped\n'],
    [
      'quotes values with spaces and prints lists',
      (log) => log.info({ name: 'a b', applied: ['0001', '0002'] }, 'done'),
      'hh:mm:ss INFO  done name="a b" applied=["0001","0002"]\n',
    ],
    [
      'has of an error the sentence when it is a warning',
      (log) => log.warn({ err: new Error('connection lost') }, 'the database is away'),
      'hh:mm:ss WARN  the database is away\n    connection lost\n',
    ],
    [
      'lets nothing move the cursor',
      (log) => log.info({ path: '/\u001b[2J' }, 'refused \u001b[31m'),
      'hh:mm:ss INFO  refused ?[31m path=/?[2J\n',
    ],
  ]
  for (const [title, say, text] of lines) it(title, () => assert.equal(written(false, say), text))

  it('prints the stack of an error', () => {
    assert.match(
      written(false, (log) => log.error({ err: new TypeError('no such thing') }, 'fault')),
      /^hh:mm:ss ERROR fault\n {4}TypeError: no such thing\n {4}at .+\n/,
    )
  })

  it('prints one line on a terminal', () => {
    const text = written(true, (log) => log.info({ count: 3 }, 'serving'))
    assert.match(text, /serving.*count=3/)
    assert.equal(text.split('\n').length, 2)
  })
})
