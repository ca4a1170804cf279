import { Button, Stack } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { FullAccount } from '../../../../src/contract/console/accounts.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { confirm } from '../../parts/confirm.ts'
import { sayDone } from '../../parts/done.tsx'
import { byProduct, productName } from '../../parts/labels.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ResourceList } from '../../parts/resource-page.tsx'
import { Section } from '../../parts/section.tsx'
import { Amount, PageLink } from '../../parts/text.tsx'
import { fill } from '../../text.ts'
import { AccountDetails } from './account-details.tsx'
import { PostpaidDialog, TopUpDialog } from './credit-dialogs.tsx'
import { PinDestinations } from './pin-allowance.tsx'

/** Credit, details and limits of an account, for operators. */
export function AccountPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const path = `/accounts/${id}`
  const account = useAsk('GET /accounts/:account', { path: { account: id } })
  return (
    <>
      <PageHead
        title={account.data?.name ?? fill(t.accounts.accountNumbered, { id })}
        about={fill(t.accounts.accountNumbered, { id })}
      >
        {account.data && <Suspension account={account.data} />}
        <Button component={Link} to={`${path}/team`} variant="default">
          {t.accounts.members}
        </Button>
        <Button component={Link} to={`${path}/home`} variant="default">
          {t.accounts.viewAs}
        </Button>
      </PageHead>
      <Stack gap="lg">
        <Problem error={account.error} onRetry={() => void account.refetch()} />
        <Section
          isBare
          title={t.accounts.credit}
          action={<PageLink to={`${path}/credit`}>{t.accounts.statement}</PageLink>}
        >
          <ResourceList
            route="GET /v2/balances"
            path={{ account: Number(id) }}
            isWhole
            order={byProduct}
            label={t.accounts.credit}
            keyOf={({ product }) => product}
            empty={t.accounts.noCredit}
            columns={[
              { label: t.accounts.product, show: ({ product }) => productName(product) },
              {
                label: t.accounts.available,
                show: ({ available, currency }) => <Amount value={available} currency={currency} />,
                right: true,
              },
              { label: t.accounts.held, show: ({ held }) => <Amount value={held} />, right: true },
              {
                label: t.accounts.overdraft,
                show: ({ allowPostpaid, postpaidLimit }) =>
                  allowPostpaid ? <Amount value={postpaidLimit} /> : t.accounts.overdraftNone,
                right: true,
              },
            ]}
            actions={({ product }) => [
              {
                label: t.accounts.topUp,
                name: fill(t.accounts.topUpNamed, { product: productName(product) }),
                dialog: 'top-up',
              },
              {
                label: t.accounts.setOverdraft,
                name: fill(t.accounts.overdraftNamed, { product: productName(product) }),
                dialog: 'overdraft',
              },
            ]}
            dialogs={{
              'top-up': (balance, close) => <TopUpDialog accountId={id} balance={balance} close={close} />,
              overdraft: (balance, close) => <PostpaidDialog accountId={id} balance={balance} close={close} />,
            }}
          />
        </Section>
        {account.data && (
          <AccountDetails
            account={account.data}
            key={JSON.stringify([account.data.id, account.data.country, account.data.parentId])}
          />
        )}
        {account.data && <PinDestinations accountId={account.data.id} key={`PINs of ${account.data.id}`} />}
      </Stack>
    </>
  )
}

/** Suspends an account after a confirmation, and resumes it without one. */
function Suspension({ account: { id, name, suspendedAt } }: { readonly account: FullAccount }) {
  const set = (suspended: boolean) => ask('PATCH /accounts/:account', { path: { account: id }, body: { suspended } })
  const refreshes = ['/accounts', `/accounts/${id}`]
  const resume = useChange(() => set(false), { refreshes, onDone: () => sayDone(fill(t.accounts.resumed, { name })) })
  const suspend = () =>
    confirm({
      title: fill(t.accounts.suspendTitle, { name }),
      warning: t.accounts.suspendAbout,
      submit: t.accounts.suspend,
      run: () => set(true),
      refreshes,
      done: fill(t.accounts.suspended, { name }),
    })
  return suspendedAt === null ? (
    <Button variant="default" onClick={suspend}>
      {t.accounts.suspend}
    </Button>
  ) : (
    <Button onClick={() => resume.mutate(undefined)} loading={resume.isPending}>
      {t.accounts.resume}
    </Button>
  )
}
