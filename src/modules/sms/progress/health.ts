import type { PeriodicTask } from '../../../engine/work/index.ts'
import { judgeCarriers } from '../../routing/index.ts'
import type { SmsContext } from '../context.ts'
import { countMissingReceipts } from './store-receipts.ts'

/** Whether carriers do what they are for: routing judges by their answers, and by the receipts that messages have. */
export function healthTask(ctx: SmsContext): PeriodicTask {
  return {
    name: 'sms: health of carriers',
    everySeconds: 5,
    run: () => judgeCarriers(ctx, (awaited) => countMissingReceipts(ctx.db, awaited)),
  }
}
