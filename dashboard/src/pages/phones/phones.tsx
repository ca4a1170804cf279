import './phones.css'
import { Button, Center, Loader, Pagination, Paper, Stack, Text, TextInput, Title, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { VirtualPhone as Phone } from '../../../../src/contract/console/inbound.ts'
import { useAsk } from '../../data.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { mayAs, useAbout, useThisAccount } from '../../session.tsx'
import { Endings } from './endings.tsx'
import { NoPhones } from './no-phones.tsx'
import { keepPlaces, newsOf, sayNews } from './phone.ts'
import { PhoneList } from './phone-list.tsx'
import { VirtualPhone } from './virtual-phone.tsx'

/**
 * The simulated network as its phones: what the account sends arrives here while one looks, and the phones can answer.
 */
export function PhonesPage() {
  const account = useThisAccount()
  const path = `${account.path}/phones`
  const isDesk = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false }) ?? true
  const { staging } = useAbout()
  const [{ phone }] = useFilters()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 250)
  const [page, setPage] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins at its first page
  useEffect(() => setPage(1), [q])
  const asked = useAsk(
    'GET /accounts/:account/phones',
    { path: { account: account.id }, query: { q, page, limit: isDesk ? 8 : 20 } },
    { keep: true, enabled: staging },
  )
  const news = useNews(asked.isPlaceholderData ? undefined : asked.data?.data, `${q} ${page} ${isDesk}`)
  const places = usePlaces(asked.data?.data)
  const isEmpty = q === '' && asked.data?.data.length === 0
  const isAlone = phone !== undefined && staging
  return (
    <>
      <PageHead
        title="Virtual phones"
        about={
          isAlone
            ? null
            : 'What you send over the simulated network arrives on these phones while you look. They can answer, too.'
        }
      >
        {isAlone && (
          <Button variant="default" component={Link} to={path}>
            All phones
          </Button>
        )}
        {!isEmpty && mayAs(account, 'member') && (
          <Button
            component={Link}
            to={`${account.path}/send`}
            leftSection={<Icon name="send" />}
            {...(isAlone ? { search: { to: Number(phone) } as never } : {})}
          >
            Send a message
          </Button>
        )}
      </PageHead>
      <VisuallyHidden role="status" aria-live="polite">
        {news}
      </VisuallyHidden>
      {isAlone ? (
        <VirtualPhone key={phone} account={account} phone={phone} isAlone />
      ) : (
        <Stack gap="lg">
          {!staging && (
            <Text>This server is in production: messages go to real phones, and there are no virtual ones.</Text>
          )}
          <Problem error={asked.error} onRetry={() => void asked.refetch()} />
          {asked.isLoading && (
            <Center h={320} role="status" aria-label="Phones: loading">
              <Loader />
            </Center>
          )}
          {isEmpty && <NoPhones account={account} />}
          {asked.data !== undefined && !isEmpty && (
            <>
              <TextInput
                label="Find a phone"
                placeholder="The beginning of its number"
                inputMode="tel"
                maw={320}
                leftSection={<Icon name="search" />}
                value={typed}
                onChange={({ currentTarget: { value } }) => setTyped(value)}
              />
              {places.length === 0 && <Text c="dimmed">No phone that you have written to begins with {q}.</Text>}
              {isDesk ? (
                <div className="vphone-grid">
                  {places.map(({ phone: number }) => (
                    <VirtualPhone key={number} account={account} phone={number} />
                  ))}
                </div>
              ) : (
                <PhoneList path={path} phones={asked.data.data} />
              )}
              {asked.data.pagination.totalPages > 1 && (
                <Pagination
                  size="sm"
                  mx="auto"
                  total={asked.data.pagination.totalPages}
                  value={page}
                  onChange={setPage}
                  getControlProps={(control) => ({ 'aria-label': `${control} page` })}
                  getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
                />
              )}
              <Paper withBorder p="md" component="section" aria-labelledby="endings">
                <Title order={2} size="h5" id="endings" mb="xs">
                  Numbers with special endings
                </Title>
                <Endings />
              </Paper>
            </>
          )}
        </Stack>
      )}
    </>
  )
}

/** The phones where they were, with new ones before them. */
function usePlaces(phones: readonly Phone[] | undefined): readonly Phone[] {
  const [kept, setKept] = useState<readonly string[]>([])
  if (phones === undefined) return []
  const places = keepPlaces(
    kept,
    phones.map(({ phone }) => phone),
  )
  if (places.join() !== kept.join()) setKept(places)
  return places.flatMap((place) => phones.find(({ phone }) => phone === place) ?? [])
}

/** What to say aloud when something arrived. Another page or another search of the list is no news. */
function useNews(phones: readonly Phone[] | undefined, view: string): string {
  const [said, setSaid] = useState('')
  const before = useRef<{ readonly view: string; readonly phones: readonly Phone[] } | null>(null)
  useEffect(() => {
    if (phones === undefined) return
    const news = before.current?.view === view ? sayNews(newsOf(before.current.phones, phones)) : ''
    before.current = { view, phones }
    // The same words once more are said only when they are not quite the same.
    if (news !== '') setSaid((last) => (last === news ? `${news}\u00a0` : news))
  }, [phones, view])
  return said
}
