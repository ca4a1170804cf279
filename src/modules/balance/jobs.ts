import type { Context } from '../../context.ts'
import type { Jobs } from '../../engine/work/index.ts'
import { prepareOldAccounts } from './prepare.ts'
import { remindWork, type Ways } from './remind.ts'

export const balanceJobs = (ctx: Context, ways: Ways): Jobs => ({
  work: [remindWork(ctx, ways)],
  tasks: [{ name: 'balance: accounts without balances', everySeconds: 60, run: () => prepareOldAccounts(ctx) }],
})
