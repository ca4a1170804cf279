import { SimpleGrid, Stack } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { countryName } from '../../parts/formats.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Fact, Section } from '../../parts/section.tsx'
import { showCount, When } from '../../parts/text.tsx'
import { mayAs, useMe, useThisAccount } from '../../session.tsx'
import { AccountName } from './account-name.tsx'
import { SendingHours } from './sending-hours.tsx'
import { TwoFactor } from './two-factor.tsx'
import { Words } from './words.tsx'

const limitWord = (limit: number | null | undefined, of: string) => {
  if (limit === undefined) return '…'
  return limit === null ? 'As the server has it for everybody' : `${showCount(limit)} ${of}`
}

export function SettingsPage() {
  const account = useThisAccount()
  const { operator } = useMe()
  const { data, error, refetch } = useAsk('GET /accounts/:account', { path: { account: account.id } })
  const mayChange = mayAs(account, 'owner')
  return (
    <>
      <PageHead
        title="Settings"
        about={mayChange ? 'How this account works.' : 'How this account works. Its owners can change it.'}
      />
      <Stack gap="lg" maw={860}>
        <Problem error={error} onRetry={() => void refetch()} />
        <Section title="The account" about={operator ? null : 'The operator of this server can change its name.'}>
          {operator && data && <AccountName key={data.name} name={data.name} />}
          <SimpleGrid component="dl" cols={{ base: 1, xs: 3 }} m={0} spacing="sm">
            {!operator && <Fact name="Name">{account.name}</Fact>}
            <Fact name="Number of the account">{account.id}</Fact>
            <Fact name="Country">{data ? countryName(data.country) : '…'}</Fact>
            <Fact name="Currency">{data?.currency ?? '…'}</Fact>
            <Fact name="Since">
              <When at={data?.createdAt} none="…" />
            </Fact>
          </SimpleGrid>
        </Section>
        <SendingHours mayChange={mayChange} />
        <Words mayChange={mayChange} />
        {data && <TwoFactor isRequired={data.twoFactorRequired} mayChange={mayChange} />}
        <Section title="Limits" about="How much this account may do. The operator of this server sets them.">
          <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} m={0} spacing="sm">
            <Fact name="Requests of programs">{limitWord(data?.requestsPerSecond, 'a second')}</Fact>
            <Fact name="Messages">{limitWord(data?.messagesPerDay, 'a day')}</Fact>
          </SimpleGrid>
        </Section>
      </Stack>
    </>
  )
}
