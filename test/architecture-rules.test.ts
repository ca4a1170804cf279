import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  findCycles,
  findForbidden,
  hasGlobalHook,
  hasVagueName,
  importsOf,
  lineCount,
  linesMax,
  readsEnvironment,
  spreadsBody,
} from './architecture.ts'

describe('import rules', () => {
  const cases: readonly [from: string, line: string, isForbidden: boolean][] = [
    ['src/values/phone.ts', `import { a } from './calling-codes.ts'`, false],
    ['src/values/phone.ts', `import { a } from '../engine/clock.ts'`, true],
    ['src/values/phone.ts', `import { isIP } from 'node:net'`, true],
    ['src/values/phone.ts', `import type { Logger } from 'pino'`, true],
    ['src/values/phone.test.ts', `import { it } from 'node:test'`, false],
    ['src/engine/work/loop.ts', `import type { Clock } from '../../values/time.ts'`, false],
    ['src/engine/work/loop.ts', `import type { Context } from '../../context.ts'`, true],
    ['src/engine/work/loop.ts', `export * from '../../modules/sms/index.ts'`, true],
    ['src/engine/work/loop.ts', `import '../../carriers/carrier.ts'`, true],
    ['src/engine/http/server.ts', `import type { A } from '../../contract/shapes.ts'`, true],
    ['src/contract/type.ts', `import type { Type } from 'typebox'`, false],
    ['src/contract/account/sms.ts', `import { Type } from 'typebox'`, true],
    ['src/contract/account/sms.ts', `import type { FastifyInstance } from 'fastify'`, true],
    ['src/contract/account/sms.ts', `import { a } from '../../values/phone.ts'`, false],
    ['src/contract/account/sms.ts', `import type { A } from '../../engine/http/index.ts'`, true],
    ['src/contract/account/sms.ts', `import type { A } from '../../modules/sms/index.ts'`, true],
    ['src/carriers/simulator/simulator.ts', `import { a } from '../carrier.ts'`, false],
    ['src/carriers/simulator/simulator.ts', `import { a } from '../../engine/clock.ts'`, true],
    ['src/carriers/outbox/outbox.ts', `import { a } from '../../engine/flow/deque.ts'`, false],
    ['src/modules/sms/sending/send.ts', `import { a } from './accept.ts'`, false],
    ['src/modules/sms/sending/send.ts', `import { a } from '../progress/store-progress.ts'`, false],
    ['src/modules/sms/sending/send.ts', `import { a } from '../../senders/index.ts'`, false],
    ['src/modules/sms/sending/send.ts', `import { a } from '../../senders/store.ts'`, true],
    ['src/modules/sms/sending/send.ts', `import { a } from '../../otp/index.ts'`, true],
    ['src/modules/sms/routes.ts', `export { a } from '../accounts/index.ts'`, false],
    ['src/modules/sms/routes.ts', `import { SendBody } from '../../contract/public/sms.ts'`, false],
    ['src/modules/sms/console.ts', `import { a } from '../../api-route.ts'`, false],
    ['src/modules/sms/console.ts', `import { a } from '../../console/live.ts'`, true],
    ['src/modules/accounts/create.ts', `import { a } from '../senders/index.ts'`, true],
    ['src/modules/otp/request.ts', `import { a } from '../sms/index.ts'`, false],
    ['src/modules/chat/routes.ts', `import { a } from '../sms/index.ts'`, true],
    ['src/modules/sms/routes.ts', `import {\n  type A,\n  b,\n} from '../../carriers/carrier.ts'`, false],
    ['src/modules/sms/routes.ts', `import {\n  type A,\n  b,\n} from '../../carriers/index.ts'`, true],
    ['src/modules/sms/routes.ts', `const late = await import('../../carriers/simulator/simulator.ts')`, true],
    ['src/modules/airtime/disburse.ts', `import { a } from '../../carriers/airtime/provider.ts'`, false],
    ['src/modules/airtime/disburse.ts', `import { a } from '../../carriers/airtime/http.ts'`, true],
    ['src/modules/chat/receive.ts', `import { a } from '../inbox/conversations/index.ts'`, false],
    ['src/modules/chat/receive.ts', `import { a } from '../inbox/conversations/store.ts'`, true],
    ['src/modules/chat/receive.ts', `import { a } from '../inbox/index.ts'`, true],
    ['src/modules/inbox/list.ts', `import { a } from './conversations/index.ts'`, false],
    ['src/modules/inbox/list.ts', `import { a } from './conversations/store.ts'`, true],
    ['src/modules/inbox/conversations/store.ts', `import { a } from '../list.ts'`, true],
    ['src/modules/chat/submit.ts', `import { a } from '../../carriers/chat/channel.ts'`, false],
    ['src/modules/chat/submit.ts', `import { a } from '../../carriers/chat/simulated.ts'`, true],
    ['src/modules/checkout/pay.ts', `import { a } from '../../carriers/payment/provider.ts'`, false],
    ['src/modules/checkout/pay.ts', `import { a } from '../../carriers/payment/simulated.ts'`, true],
    ['src/modules/sms/routes.ts', `import { a } from '../../carriers/payment/provider.ts'`, true],
    ['src/modules/sms/routes.ts', `import type { Context } from '../../context.ts'`, false],
    ['src/modules/sms/routes.ts', `import type { Config } from '../../config.ts'`, true],
    ['src/modules/sms/routes.ts', `import { openWorld } from '../../../test/world.ts'`, true],
    ['src/modules/sms/routes.ts', `import { createSmsc } from '../../../tools/smsc/smsc.ts'`, true],
    ['src/modules/sms/routes.ts', `import { a } from './routes.test.ts'`, true],
    ['src/modules/sms/routes.test.ts', `import { openWorld } from '../../../test/world.ts'`, false],
    ['src/console/system.ts', `import { a } from '../modules/sms/index.ts'`, false],
    ['src/console/system.ts', `import { a } from '../modules/sms/model.ts'`, true],
    ['src/console/system.ts', `import type { App } from '../app.ts'`, true],
    ['src/app.ts', `import { a } from './modules/sms/index.ts'`, false],
    ['src/app.ts', `import { a } from './modules/sms/model.ts'`, true],
    ['src/app.ts', `import { a } from '../bench/run.ts'`, true],
    ['src/app.ts', `import { a } from '../tools/smsc/smsc.ts'`, true],
    ['src/commands/smsc.ts', `import { a } from '../../tools/smsc/smsc.ts'`, false],
    ['tools/smsc/session.ts', `import { a } from '../../src/engine/smpp/pdu.ts'`, false],
    ['tools/smsc/session.ts', `import { a } from '../../src/engine/clock.ts'`, false],
    ['tools/smsc/session.ts', `import { a } from '../../src/config.ts'`, true],
    ['dashboard/src/pages/send/send.tsx', `import { a } from '../../parts/listing.tsx'`, false],
    ['dashboard/src/pages/send/send.tsx', `import { a } from '../../../../src/values/gsm.ts'`, false],
    ['dashboard/src/pages/send/send.tsx', `import type { A } from '../../../../src/contract/account/sms.ts'`, false],
    ['dashboard/src/pages/send/send.tsx', `import { A } from '../../../../src/contract/account/sms.ts'`, true],
    ['dashboard/src/pages/send/send.tsx', `import type { a } from '../../../../src/modules/sms/index.ts'`, true],
    ['dashboard/src/pages/send/send.tsx', `import { a } from '../messages/messages.tsx'`, true],
    ['dashboard/src/pages.ts', `import('./pages/send/send.tsx')`, false],
    ['src/app.ts', `import { a } from '../dashboard/src/api.ts'`, true],
    ['client/src/sms.ts', `import { a } from './pages.ts'`, false],
    ['client/src/sms.ts', `import { a } from '../../src/values/gsm.ts'`, true],
    ['client/src/sms.ts', `import { a } from 'node:crypto'`, true],
    ['src/context.ts', `import type { Config } from './config.ts'`, false],
    ['src/context.ts', `import { readConfig } from './config.ts'`, true],
    ['src/context.ts', `import type { Sms } from './modules/sms/index.ts'`, true],
    ['src/api-route.ts', `import type { Context } from './context.ts'`, false],
    ['src/api-route.ts', `import { a } from './modules/users/index.ts'`, true],
  ]
  for (const [file, text, isForbidden] of cases) {
    it(`${isForbidden ? 'forbids' : 'allows'} ${text.replaceAll(/\s+/g, ' ')} in ${file}`, () => {
      const found = importsOf({ file, text })
      assert.equal(found.length, 1)
      assert.equal(found.map(findForbidden).some(Boolean), isForbidden)
    })
  }

  it('names the bypassed index.ts of a module', () => {
    const found = importsOf({ file: 'src/app.ts', text: `import { a } from './modules/sms/model.ts'` })
    assert.deepEqual(found.map(findForbidden), ['src/app.ts imports src/modules/sms/model.ts, not its index.ts'])
  })
})

describe('import cycles', () => {
  const cases: readonly [title: string, files: Readonly<Record<string, string>>, cycles: readonly string[]][] = [
    [
      'finds a cycle of two files',
      { 'src/a.ts': `import { b } from './b.ts'`, 'src/b.ts': `export { a } from './a.ts'` },
      ['2 files import each other: src/a.ts -> src/b.ts -> src/a.ts'],
    ],
    [
      'finds a cycle that a dynamic import closes',
      { 'src/a.ts': `import './b.ts'`, 'src/b.ts': `import './c.ts'`, 'src/c.ts': `await import('./a.ts')` },
      ['3 files import each other: src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts'],
    ],
    ['finds a file that imports itself', { 'src/a.ts': `import './a.ts'` }, ['src/a.ts imports itself']],
    [
      'finds a cycle that a type-only import closes',
      { 'src/a.ts': `import './b.ts'`, 'src/b.ts': `import type { A } from './a.ts'` },
      ['2 files import each other: src/a.ts -> src/b.ts -> src/a.ts'],
    ],
    [
      'finds every cycle, and a shortest one in a large component',
      {
        'src/a.ts': `import './b.ts'`,
        'src/b.ts': `import './c.ts'\nimport './a.ts'\nimport './d.ts'`,
        'src/c.ts': `import './a.ts'`,
        'src/d.ts': `import './e.ts'`,
        'src/e.ts': `import './d.ts'`,
      },
      [
        '2 files import each other: src/d.ts -> src/e.ts -> src/d.ts',
        '3 files import each other: src/a.ts -> src/b.ts -> src/a.ts',
      ],
    ],
    [
      'accepts a file that is imported along two paths',
      {
        'src/a.ts': `import './b.ts'\nimport './c.ts'`,
        'src/b.ts': `import './d.ts'`,
        'src/c.ts': `import './d.ts'`,
      },
      [],
    ],
  ]
  for (const [title, files, cycles] of cases) {
    it(title, () => {
      const imports = Object.entries(files).flatMap(([file, text]) => importsOf({ file, text }))
      assert.deepEqual(findCycles(imports), cycles)
    })
  }
})

describe('file rules', () => {
  it('finds reads of the environment', () => {
    const readers = ['process.env.PORT', `process['env']`, 'process?.env', `import { env } from 'node:process'`]
    for (const text of readers) assert.equal(readsEnvironment({ file: 'src/app.ts', text }), true, text)
    assert.equal(readsEnvironment({ file: 'src/config.ts', text: 'process.env' }), false)
    assert.equal(readsEnvironment({ file: 'src/app.ts', text: 'process.exit(0)' }), false)
  })

  it('finds a handler that passes on a whole body', () => {
    for (const text of ['{ ...body }', '{ id, ...call.body }', '({ body: { to, ...body } }) => body'])
      assert.equal(spreadsBody({ file: 'src/modules/chat/api.ts', text }), true, text)
    assert.equal(spreadsBody({ file: 'src/modules/chat/api.ts', text: '{ ...bodyOptions }' }), false)
    assert.equal(spreadsBody({ file: 'src/modules/webhooks/bodies.ts', text: '{ ...body }' }), false)
  })

  it('finds test hooks outside a suite', () => {
    for (const text of ['before(() => {})', `import 'a'\nbeforeEach(run)`, 'afterEach(async () => {})'])
      assert.equal(hasGlobalHook({ file: 'src/a.test.ts', text }), true, text)
    assert.equal(hasGlobalHook({ file: 'src/a.test.ts', text: 'describe(a, () => {\n  before(run)\n})' }), false)
  })

  it('counts lines without the final line break', () => {
    assert.equal(lineCount({ file: 'src/a.ts', text: 'a\n'.repeat(linesMax) }), linesMax)
    assert.equal(lineCount({ file: 'src/a.ts', text: 'a\n'.repeat(linesMax + 1) }), linesMax + 1)
  })

  it('finds meaningless names', () => {
    for (const file of [
      'src/utils.ts',
      'src/common/a.ts',
      'test/helpers.test.ts',
      'src/modules/Manager.ts',
      'bench/service/run.ts',
    ])
      assert.equal(hasVagueName(file), true, file)
    for (const file of ['src/modules/sms/sending/send.ts', 'test/world.ts'])
      assert.equal(hasVagueName(file), false, file)
  })
})
