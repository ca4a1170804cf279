import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { modules } from './modules.ts'
import { inOrder, openModules } from './order.ts'

interface Base {
  readonly steps: string[]
}

interface Sending {
  readonly send: () => string
}

const changes = { name: 'changes', close: ({ steps }: Base) => steps.push('close changes') }
const carriers = {
  name: 'carriers',
  open: ({ steps }: Base): Sending => ({ send: () => `after ${steps.length} steps` }),
  stop: ({ steps }: Base) => steps.push('stop carriers'),
  close: ({ steps }: Base) => steps.push('close carriers'),
}
const messages = {
  name: 'messages',
  open: async ({ send }: Sending) => ({ first: send() }),
  async stop({ steps }: Base) {
    await new Promise(setImmediate)
    steps.push('stop messages')
  },
  async close({ steps, first }: Base & { readonly first: string }) {
    await new Promise(setImmediate)
    steps.push(`close messages, sent ${first}`)
  },
}

describe('modules in order', () => {
  it('stop at the same time, then close one after the other in the reverse order of opening', async () => {
    const steps: string[] = []
    const order = inOrder<Base>().add(changes).add(carriers).add(messages)
    const { app, close } = await openModules(order, { steps })
    assert.equal(app.first, 'after 0 steps')
    await close()
    assert.deepEqual(steps, [
      'stop carriers',
      'stop messages',
      'close messages, sent after 0 steps',
      'close carriers',
      'close changes',
    ])
  })

  it('compile only if each is opened after the modules that it needs', () => {
    // @ts-expect-error: messages needs `send`, which carriers opens later.
    inOrder<Base>().add(messages)
    const listening = { name: 'listening', start: ({ send }: Sending) => send() }
    const order = inOrder<Base>().add(listening)
    const open = () => openModules(order.add(carriers), { steps: [] as string[] })
    // @ts-expect-error: nothing opens `send`.
    const openWithout = () => openModules(order, { steps: [] as string[] })
    assert.ok(open !== openWithout)
  })

  it('have different names, and close the database last', () => {
    const names = modules.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
    const closing = modules.toReversed().flatMap(({ name, close }) => (close === undefined ? [] : [name]))
    assert.deepEqual(closing, [
      'users',
      'request log',
      'kannel',
      'chat',
      'checkout',
      'airtime',
      'smpp',
      'sms',
      'accounts',
      'balance',
      'events',
      'engine',
      'sandbox',
      'changes',
      'database',
    ])
  })
})
