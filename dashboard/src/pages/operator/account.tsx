import { Anchor, Button, Group, NumberInput, Paper, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Balance } from '../../../../src/contract/account/balance.ts'
import type { Account } from '../../../../src/contract/console/accounts.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { Rows } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { byProduct, productName } from '../../parts/products.ts'
import { Section } from '../../parts/section.tsx'
import { Amount } from '../../parts/text.tsx'
import { fill } from '../../text.ts'
import { AccountDetails } from './account-details.tsx'
import { PinDestinations } from './pin-allowance.tsx'
import { PostpaidDialog } from './postpaid-dialog.tsx'
import { TopUpDialog } from './top-up-dialog.tsx'

/** Credit, details and limits of an account, for operators. */
export function AccountPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const path = `/accounts/${id}`
  const account = useAsk('GET /accounts/:account', { path: { account: id } })
  const balances = useAsk('GET /v2/balances', { path: { account: id } })
  const [toppingUp, setToppingUp] = useState<Balance | null>(null)
  const [postpaid, setPostpaid] = useState<Balance | null>(null)
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
          action={
            <Anchor component={Link} to={`${path}/credit`} size="sm">
              {t.accounts.statement}
            </Anchor>
          }
        >
          <Rows<Balance>
            label={t.accounts.credit}
            rows={balances.data?.data.toSorted(byProduct)}
            error={balances.error}
            retry={() => void balances.refetch()}
            isFiltered={false}
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
              {
                label: t.accounts.actions,
                show: (balance) => (
                  <Group gap="xs">
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setToppingUp(balance)}
                      aria-label={fill(t.accounts.topUpNamed, { product: productName(balance.product) })}
                    >
                      {t.accounts.topUp}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setPostpaid(balance)}
                      aria-label={fill(t.accounts.overdraftNamed, { product: productName(balance.product) })}
                    >
                      {t.accounts.setOverdraft}
                    </Button>
                  </Group>
                ),
              },
            ]}
          />
        </Section>
        {account.data && (
          <AccountDetails
            account={account.data}
            key={JSON.stringify([account.data.id, account.data.country, account.data.parentId])}
          />
        )}
        {account.data && <Limits account={account.data} key={account.data.id} />}
        {account.data && <PinDestinations accountId={account.data.id} key={`PINs of ${account.data.id}`} />}
      </Stack>
      {toppingUp && <TopUpDialog accountId={id} balance={toppingUp} onClose={() => setToppingUp(null)} />}
      {postpaid && <PostpaidDialog accountId={id} balance={postpaid} onClose={() => setPostpaid(null)} />}
    </>
  )
}

/** Suspends an account after a confirmation, and resumes it without one. */
function Suspension({ account: { id, name, suspendedAt } }: { readonly account: Account }) {
  const [isAsking, setAsking] = useState(false)
  const change = useChange(
    (suspended: boolean) => ask('PUT /accounts/:account/suspension', { path: { account: id }, body: { suspended } }),
    {
      refreshes: ['/accounts', `/accounts/${id}`],
      onDone: (account) => {
        setAsking(false)
        sayDone(fill(account.suspendedAt === null ? t.accounts.resumed : t.accounts.suspended, { name }))
      },
    },
  )
  return (
    <>
      {suspendedAt === null ? (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t.accounts.suspend}
        </Button>
      ) : (
        <Button onClick={() => change.mutate(false)} loading={change.isPending}>
          {t.accounts.resume}
        </Button>
      )}
      <Confirm
        title={fill(t.accounts.suspendTitle, { name })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        change={change}
        submit={t.accounts.suspend}
        onConfirm={() => change.mutate(true)}
      >
        {t.accounts.suspendAbout}
      </Confirm>
    </>
  )
}

function Limits({ account }: { readonly account: Account }) {
  const form = useForm<{ requestsPerSecond: number | ''; messagesPerDay: number | '' }>({
    initialValues: { requestsPerSecond: account.requestsPerSecond ?? '', messagesPerDay: account.messagesPerDay ?? '' },
  })
  const orNull = (value: number | '') => (value === '' ? null : value)
  const save = useChange(
    ({ requestsPerSecond, messagesPerDay }: typeof form.values) =>
      ask('PUT /accounts/:account/limits', {
        path: { account: account.id },
        body: { requestsPerSecond: orNull(requestsPerSecond), messagesPerDay: orNull(messagesPerDay) },
      }),
    { refreshes: [`/accounts/${account.id}`], onDone: () => sayDone(t.accounts.limitsSaved) },
  )
  return (
    <section aria-labelledby="limits">
      <Title order={2} size="h4" id="limits" mb="sm">
        {t.accounts.limits}
      </Title>
      <Paper withBorder p="md" maw={640}>
        <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
          <Stack gap="sm">
            <Group grow align="flex-start">
              <NumberInput
                label={t.accounts.requestsPerSecond}
                description={t.accounts.limitAbout}
                min={0}
                allowDecimal={false}
                {...form.getInputProps('requestsPerSecond')}
              />
              <NumberInput
                label={t.accounts.messagesPerDay}
                description={t.accounts.limitAbout}
                min={0}
                allowDecimal={false}
                {...form.getInputProps('messagesPerDay')}
              />
            </Group>
            <Problem error={save.error} />
            <Group>
              <Button type="submit" loading={save.isPending}>
                {t.accounts.saveLimits}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </section>
  )
}
