import { lazyRouteComponent as lazy } from '@tanstack/react-router'
import type { Page } from './pages.ts'
import { t } from './text.ts'

/** The pages of operators. Each is loaded when it is first opened. */
export const operatorPages: readonly Page[] = [
  {
    path: 'overview',
    component: lazy(() => import('./pages/operator/overview.tsx'), 'OperatorOverviewPage'),
    menu: ['traffic', t.pages.overview, 'home'],
  },
  {
    path: 'reports',
    component: lazy(() => import('./pages/reports/reports.tsx'), 'SystemReportsPage'),
    menu: ['traffic', t.pages.reports, 'chart'],
  },
  {
    path: 'messages',
    component: lazy(() => import('./pages/messages/all-messages.tsx'), 'AllMessagesPage'),
    menu: ['traffic', t.pages.messages, 'mail'],
  },
  {
    path: 'queues',
    component: lazy(() => import('./pages/operator/queues.tsx'), 'QueuesPage'),
    menu: ['traffic', t.pages.queues, 'queue'],
  },
  {
    path: 'receipts',
    component: lazy(() => import('./pages/operator/receipts.tsx'), 'ReceiptsPage'),
    menu: ['traffic', t.pages.receipts, 'question'],
  },
  {
    path: 'airtime',
    component: lazy(() => import('./pages/operator/airtime.tsx'), 'AirtimeOperationsPage'),
    menu: ['traffic', t.pages.overdueAirtime, 'bolt'],
  },
  {
    path: 'payments',
    component: lazy(() => import('./pages/operator/payments.tsx'), 'PaymentsPage'),
    menu: ['traffic', t.pages.payments, 'cart'],
  },

  {
    path: 'accounts',
    component: lazy(() => import('./pages/operator/accounts.tsx'), 'AccountsPage'),
    menu: ['customers', t.pages.accounts, 'building'],
  },
  { path: 'accounts/$id', component: lazy(() => import('./pages/operator/account.tsx'), 'AccountPage') },
  {
    path: 'approvals',
    component: lazy(() => import('./pages/operator/approvals.tsx'), 'ApprovalsPage'),
    menu: ['customers', t.pages.approvals, 'check'],
  },
  {
    path: 'users',
    component: lazy(() => import('./pages/operator/users.tsx'), 'UsersPage'),
    menu: ['customers', t.pages.users, 'user'],
  },
  {
    path: 'person',
    component: lazy(() => import('./pages/person/person.tsx'), 'SystemPersonPage'),
    menu: ['customers', t.pages.person, 'user'],
  },

  {
    path: 'carriers',
    component: lazy(() => import('./pages/operator/carriers.tsx'), 'CarriersPage'),
    menu: ['network', t.pages.carriers, 'tower'],
  },
  { path: 'carriers/$carrier', component: lazy(() => import('./pages/operator/carrier.tsx'), 'CarrierPage') },
  {
    path: 'providers',
    component: lazy(() => import('./pages/operator/providers.tsx'), 'ProvidersPage'),
    menu: ['network', t.pages.providers, 'hook'],
  },
  {
    path: 'providers/$product/$provider',
    component: lazy(() => import('./pages/operator/provider.tsx'), 'ProviderPage'),
  },
  {
    path: 'routes',
    component: lazy(() => import('./pages/operator/routes.tsx'), 'RoutesPage'),
    menu: ['network', t.pages.routes, 'route'],
  },
  {
    path: 'prices',
    component: lazy(() => import('./pages/operator/prices.tsx'), 'PricesPage'),
    menu: ['network', t.pages.prices, 'coins'],
  },
  {
    path: 'numbers',
    component: lazy(() => import('./pages/operator/numbers.tsx'), 'NumbersPage'),
    menu: ['network', t.pages.numbers, 'inbox'],
  },
  {
    path: 'do-not-disturb',
    component: lazy(() => import('./pages/operator/do-not-disturb.tsx'), 'DoNotDisturbPage'),
    menu: ['network', t.pages.doNotDisturb, 'stop'],
  },

  {
    path: 'audit',
    component: lazy(() => import('./pages/audit/audit.tsx'), 'SystemAuditPage'),
    menu: ['installation', t.pages.systemAudit, 'list'],
  },
  {
    path: 'retention',
    component: lazy(() => import('./pages/retention/retention.tsx'), 'InstallationRetentionPage'),
    menu: ['installation', t.pages.retention, 'clock'],
  },
  {
    path: 'sandbox',
    component: lazy(() => import('./pages/operator/sandbox.tsx'), 'SandboxPage'),
    menu: ['installation', t.pages.sandbox, 'flask'],
    staging: true,
  },
  {
    path: 'system',
    component: lazy(() => import('./pages/operator/system.tsx'), 'SystemPage'),
    menu: ['installation', t.pages.system, 'gear'],
  },
]
