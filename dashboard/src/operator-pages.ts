import { pagesOf } from './pages.ts'

/** The pages of operators. */
export const operatorPages = pagesOf({
  traffic: [
    ['overview', () => import('./pages/operator/overview.tsx'), 'OperatorOverviewPage', 'overview', 'home'],
    ['reports', () => import('./pages/reports/reports.tsx'), 'SystemReportsPage', 'reports', 'chart'],
    ['messages', () => import('./pages/messages/all-messages.tsx'), 'AllMessagesPage', 'messages', 'mail'],
    ['queues', () => import('./pages/operator/queues.tsx'), 'QueuesPage', 'queues', 'queue'],
    ['receipts', () => import('./pages/operator/receipts.tsx'), 'ReceiptsPage', 'receipts', 'question'],
    ['airtime', () => import('./pages/operator/airtime.tsx'), 'AirtimeOperationsPage', 'overdueAirtime', 'bolt'],
    ['payments', () => import('./pages/operator/payments.tsx'), 'PaymentsPage', 'payments', 'cart'],
  ],
  customers: [
    ['accounts', () => import('./pages/operator/accounts.tsx'), 'AccountsPage', 'accounts', 'building'],
    ['accounts/$id', () => import('./pages/operator/account.tsx'), 'AccountPage'],
    ['approvals', () => import('./pages/operator/approvals.tsx'), 'ApprovalsPage', 'approvals', 'check'],
    ['users', () => import('./pages/operator/users.tsx'), 'UsersPage', 'users', 'user'],
    ['person', () => import('./pages/person/person.tsx'), 'SystemPersonPage', 'person', 'user'],
  ],
  network: [
    ['providers', () => import('./pages/operator/providers.tsx'), 'ProvidersPage', 'providers', 'tower'],
    ['providers/$provider', () => import('./pages/operator/provider.tsx'), 'ProviderPage'],
    ['routes', () => import('./pages/operator/routes.tsx'), 'RoutesPage', 'routes', 'route'],
    ['prices', () => import('./pages/operator/prices.tsx'), 'PricesPage', 'prices', 'coins'],
    ['numbers', () => import('./pages/operator/numbers.tsx'), 'NumbersPage', 'numbers', 'inbox'],
    ['do-not-disturb', () => import('./pages/operator/do-not-disturb.tsx'), 'DoNotDisturbPage', 'doNotDisturb', 'stop'],
  ],
  installation: [
    ['requests', () => import('./pages/api-setup/requests.tsx'), 'UnknownRequestsPage', 'unknownRequests', 'key'],
    ['audit', () => import('./pages/audit/audit.tsx'), 'SystemAuditPage', 'systemAudit', 'list'],
    ['retention', () => import('./pages/retention/retention.tsx'), 'InstallationRetentionPage', 'retention', 'clock'],
    ['sandbox', () => import('./pages/operator/sandbox.tsx'), 'SandboxPage', 'sandbox', 'flask', { staging: true }],
    ['system', () => import('./pages/operator/system.tsx'), 'SystemPage', 'system', 'gear'],
  ],
})
