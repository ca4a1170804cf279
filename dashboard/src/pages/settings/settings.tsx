import { SimpleGrid, Stack } from '@mantine/core'
import { useAccountSettings } from '../../parts/account-settings.ts'
import { countryName } from '../../parts/formats.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Fact, Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useMe, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { AccountLanguage, AccountName, SendingHours, Shop, SmartEncoding, TwoFactor } from './cards.tsx'
import { ReplyKeywords } from './reply-keywords.tsx'

function showLimit(
  limit: number | null | undefined,
  message: typeof t.settings.perSecond | typeof t.settings.perDay,
): string {
  if (limit === undefined) return '…'
  return limit === null ? t.settings.limitNone : fill(message, { count: limit })
}

export function SettingsPage() {
  const account = useThisAccount()
  const { operator } = useMe()
  const { data, error, refetch } = useAccountSettings()
  const mayChange = mayAs(account, 'owner')
  const card = data && { settings: data, mayChange }
  return (
    <>
      <PageHead title={t.settings.title} about={mayChange ? t.settings.about : t.settings.aboutReadOnly} />
      <Stack gap="lg" maw={860}>
        <Problem error={error} onRetry={() => void refetch()} />
        <Section title={t.settings.account} about={operator ? null : t.settings.accountAbout}>
          {operator && data && <AccountName key={data.name} name={data.name} />}
          <SimpleGrid component="dl" cols={{ base: 1, xs: 3 }} m={0} spacing="sm">
            {!operator && <Fact name={t.settings.name}>{account.name}</Fact>}
            <Fact name={t.settings.accountId}>{account.id}</Fact>
            <Fact name={t.shared.country}>{data ? countryName(data.country) : '…'}</Fact>
            <Fact name={t.settings.currency}>{data?.currency ?? '…'}</Fact>
            <Fact name={t.settings.created}>
              <When at={data?.createdAt} none="…" />
            </Fact>
          </SimpleGrid>
        </Section>
        {card && <AccountLanguage {...card} />}
        {card && <SendingHours {...card} key={JSON.stringify(card.settings.sendingWindow)} />}
        {card && <SmartEncoding {...card} />}
        {card && <Shop {...card} key={JSON.stringify([card.settings.shopUrl, card.settings.shopWebsites])} />}
        <ReplyKeywords mayChange={mayChange} />
        {card && <TwoFactor {...card} />}
        <Section title={t.settings.limits} about={t.settings.limitsAbout}>
          <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} m={0} spacing="sm">
            <Fact name={t.settings.apiRequests}>{showLimit(data?.requestsPerSecond, t.settings.perSecond)}</Fact>
            <Fact name={t.settings.messages}>{showLimit(data?.messagesPerDay, t.settings.perDay)}</Fact>
          </SimpleGrid>
        </Section>
      </Stack>
    </>
  )
}
