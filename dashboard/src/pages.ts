import { lazyRouteComponent } from '@tanstack/react-router'
import type { Role } from '../../src/contract/console/users.ts'
import type { IconName } from './parts/icon.tsx'

/** Every page there is: what the menu shows, and what the addresses lead to. Each is loaded when it is first opened. */

export interface Page {
  /** Under `/accounts/:account/`, or `/operator/`. */
  readonly path: string
  readonly component: ReturnType<typeof lazyRouteComponent>
  /** How it stands in the menu; pages that are reached from others do not. */
  readonly menu?: readonly [group: string, title: string, icon: IconName]
  /** Where there is a simulated network alone. */
  readonly staging?: true
  readonly role?: Role
}

const lazy = lazyRouteComponent

export const accountPages: readonly Page[] = [
  {
    path: 'home',
    component: lazy(() => import('./pages/home/home.tsx'), 'HomePage'),
    menu: ['Messaging', 'Home', 'home'],
  },
  {
    path: 'send',
    component: lazy(() => import('./pages/send/send.tsx'), 'SendPage'),
    menu: ['Messaging', 'Send', 'send'],
    role: 'member',
  },
  {
    path: 'messages',
    component: lazy(() => import('./pages/messages/messages.tsx'), 'MessagesPage'),
    menu: ['Messaging', 'Messages', 'mail'],
  },
  { path: 'messages/$message', component: lazy(() => import('./pages/messages/message.tsx'), 'MessagePage') },
  {
    path: 'scheduled',
    component: lazy(() => import('./pages/scheduled/scheduled.tsx'), 'ScheduledPage'),
    menu: ['Messaging', 'Scheduled', 'clock'],
  },
  {
    path: 'inbox',
    component: lazy(() => import('./pages/inbox/inbox.tsx'), 'InboxPage'),
    menu: ['Messaging', 'Inbox', 'inbox'],
  },
  {
    path: 'phones',
    component: lazy(() => import('./pages/phones/phones.tsx'), 'PhonesPage'),
    menu: ['Messaging', 'Virtual phones', 'phone'],
    staging: true,
  },

  {
    path: 'contacts',
    component: lazy(() => import('./pages/contacts/contacts.tsx'), 'ContactsPage'),
    menu: ['People', 'Contacts', 'people'],
  },
  {
    path: 'books',
    component: lazy(() => import('./pages/contacts/books.tsx'), 'BooksPage'),
    menu: ['People', 'Address books', 'book'],
  },
  { path: 'imports', component: lazy(() => import('./pages/contacts/imports.tsx'), 'ImportsPage') },
  {
    path: 'imports/new',
    component: lazy(() => import('./pages/contacts/new-import.tsx'), 'NewImportPage'),
    role: 'member',
  },
  { path: 'imports/$import', component: lazy(() => import('./pages/contacts/import.tsx'), 'ImportPage') },
  {
    path: 'templates',
    component: lazy(() => import('./pages/templates/templates.tsx'), 'TemplatesPage'),
    menu: ['People', 'Templates', 'page'],
  },
  {
    path: 'senders',
    component: lazy(() => import('./pages/senders/senders.tsx'), 'SendersPage'),
    menu: ['People', 'Sender names', 'tag'],
  },
  {
    path: 'opt-outs',
    component: lazy(() => import('./pages/opt-outs/opt-outs.tsx'), 'OptOutsPage'),
    menu: ['People', 'Opt-outs', 'stop'],
  },

  {
    path: 'airtime',
    component: lazy(() => import('./pages/airtime/airtime.tsx'), 'AirtimePage'),
    menu: ['Products', 'Airtime', 'bolt'],
  },
  {
    path: 'pins',
    component: lazy(() => import('./pages/pins/pins.tsx'), 'PinsPage'),
    menu: ['Products', 'PINs', 'lock'],
  },
  {
    path: 'checkout',
    component: lazy(() => import('./pages/checkout/checkout.tsx'), 'CheckoutPage'),
    menu: ['Products', 'Checkout', 'cart'],
  },
  {
    path: 'chat',
    component: lazy(() => import('./pages/chat/chat.tsx'), 'ChatPage'),
    menu: ['Products', 'Chat', 'chat'],
  },

  {
    path: 'credit',
    component: lazy(() => import('./pages/credit/credit.tsx'), 'CreditPage'),
    menu: ['Account', 'Credit', 'coins'],
  },
  {
    path: 'webhooks',
    component: lazy(() => import('./pages/webhooks/webhooks.tsx'), 'WebhooksPage'),
    menu: ['Account', 'Webhooks', 'hook'],
  },
  { path: 'webhooks/$webhook', component: lazy(() => import('./pages/webhooks/webhook.tsx'), 'WebhookPage') },
  {
    path: 'api',
    component: lazy(() => import('./pages/api-setup/api-setup.tsx'), 'ApiSetupPage'),
    menu: ['Account', 'API setup', 'key'],
  },
  { path: 'api/refused', component: lazy(() => import('./pages/api-setup/refused.tsx'), 'RefusedPage') },
  {
    path: 'team',
    component: lazy(() => import('./pages/team/team.tsx'), 'TeamPage'),
    menu: ['Account', 'Team', 'people'],
  },
  {
    path: 'audit',
    component: lazy(() => import('./pages/audit/audit.tsx'), 'AuditPage'),
    menu: ['Account', 'Audit log', 'list'],
    role: 'owner',
  },
  {
    path: 'settings',
    component: lazy(() => import('./pages/settings/settings.tsx'), 'SettingsPage'),
    menu: ['Account', 'Settings', 'gear'],
  },
]

export const operatorPages: readonly Page[] = [
  {
    path: 'accounts',
    component: lazy(() => import('./pages/operator/accounts.tsx'), 'AccountsPage'),
    menu: ['Operator', 'Accounts', 'building'],
  },
  { path: 'accounts/$id', component: lazy(() => import('./pages/operator/account.tsx'), 'AccountPage') },
  {
    path: 'approvals',
    component: lazy(() => import('./pages/operator/approvals.tsx'), 'ApprovalsPage'),
    menu: ['Operator', 'Approvals', 'check'],
  },
  {
    path: 'carriers',
    component: lazy(() => import('./pages/operator/carriers.tsx'), 'CarriersPage'),
    menu: ['Operator', 'Carriers', 'tower'],
  },
  { path: 'carriers/$carrier', component: lazy(() => import('./pages/operator/carrier.tsx'), 'CarrierPage') },
  {
    path: 'routes',
    component: lazy(() => import('./pages/operator/routes.tsx'), 'RoutesPage'),
    menu: ['Operator', 'Routes', 'route'],
  },
  {
    path: 'prices',
    component: lazy(() => import('./pages/operator/prices.tsx'), 'PricesPage'),
    menu: ['Operator', 'Prices', 'coins'],
  },
  {
    path: 'airtime',
    component: lazy(() => import('./pages/operator/airtime.tsx'), 'AirtimeOperationsPage'),
    menu: ['Operator', 'Airtime providers', 'bolt'],
  },
  {
    path: 'queues',
    component: lazy(() => import('./pages/operator/queues.tsx'), 'QueuesPage'),
    menu: ['Operator', 'Queues', 'queue'],
  },
  {
    path: 'receipts',
    component: lazy(() => import('./pages/operator/receipts.tsx'), 'ReceiptsPage'),
    menu: ['Operator', 'Unmatched receipts', 'question'],
  },
  {
    path: 'numbers',
    component: lazy(() => import('./pages/operator/numbers.tsx'), 'NumbersPage'),
    menu: ['Operator', 'Numbers', 'inbox'],
  },
  {
    path: 'users',
    component: lazy(() => import('./pages/operator/users.tsx'), 'UsersPage'),
    menu: ['Operator', 'Users', 'user'],
  },
  {
    path: 'audit',
    component: lazy(() => import('./pages/audit/audit.tsx'), 'SystemAuditPage'),
    menu: ['Operator', 'System audit log', 'list'],
  },
  {
    path: 'sandbox',
    component: lazy(() => import('./pages/operator/sandbox.tsx'), 'SandboxPage'),
    menu: ['Operator', 'Sandbox', 'flask'],
    staging: true,
  },
  {
    path: 'system',
    component: lazy(() => import('./pages/operator/system.tsx'), 'SystemPage'),
    menu: ['Operator', 'System', 'gear'],
  },
]
