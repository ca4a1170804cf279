import { describe } from 'node:test'
import { missingForeignSmsc, startForeignSmsc } from '../../../test/foreign-smsc.ts'
import { createClock } from '../../engine/clock.ts'
import type { Carrier } from '../carrier.ts'
import { carrierConformance } from '../conformance.ts'
import { startSmsc } from '../smsc/smsc.ts'
import { smppCarriers } from './index.ts'

/** It holds all its binds from the start. */
function open(clock: ReturnType<typeof createClock>, settings: object, password: string): Carrier {
  const carrier = smppCarriers({ clock }).open('acme', settings, { password })
  const { connections } = carrier
  connections?.hold(new Set(Array.from({ length: connections.count }, (_, index) => index + 1)))
  return carrier
}

carrierConformance('SMPP to our own message centre', async () => {
  const clock = createClock()
  const smsc = await startSmsc({ clock, systemId: 'ngoma', password: 'secret' })
  const carrier = open(clock, { host: '127.0.0.1', port: smsc.port, systemId: 'ngoma' }, 'secret')
  return { carrier, clock, close: () => smsc.close() }
})

carrierConformance('SMPP over pairs, to a message centre that writes ids in two ways and receipts as text', async () => {
  const clock = createClock()
  const smsc = await startSmsc({ clock, ids: 'hex', receiptIds: 'decimal', receipts: 'text' })
  const ids = { answerIds: 'hex', receiptIds: 'decimal' }
  const carrier = open(clock, { host: '127.0.0.1', port: smsc.port, systemId: 'ngoma', mode: 'pair', binds: 3, longMessages: 'sar', ...ids }, 'secret')
  return { carrier, clock, close: () => smsc.close() }
})

describe('an SMSC that others wrote', { skip: missingForeignSmsc() ?? false }, () => {
  carrierConformance('SMPP to Net::SMPP', async () => {
    const clock = createClock()
    const smsc = await startForeignSmsc()
    const carrier = open(clock, { host: '127.0.0.1', port: smsc.port, systemId: smsc.systemId }, smsc.password)
    return { carrier, clock, close: () => smsc.close() }
  })
})
