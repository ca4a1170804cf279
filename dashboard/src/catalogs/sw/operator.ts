import type { OperatorCatalog } from '../catalog.ts'
import { accounts } from './accounts.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { carriers } from './carriers.ts'
import { doNotDisturb } from './do-not-disturb.ts'
import { numbers } from './numbers.ts'
import { overdueAirtime } from './overdue-airtime.ts'
import { overview } from './overview.ts'
import { payments } from './payments.ts'
import { prices } from './prices.ts'
import { providers } from './providers.ts'
import { queues } from './queues.ts'
import { receipts } from './receipts.ts'
import { routes } from './routes.ts'
import { sandbox } from './sandbox.ts'
import { system } from './system.ts'
import { users } from './users.ts'

export const operatorCatalog: OperatorCatalog = {
  accounts,
  approvals,
  audit,
  carriers,
  doNotDisturb,
  numbers,
  overdueAirtime,
  overview,
  payments,
  prices,
  providers,
  queues,
  receipts,
  routes,
  sandbox,
  system,
  users,
}
