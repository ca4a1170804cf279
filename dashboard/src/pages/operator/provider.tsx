import { Anchor, Button, Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Provider } from '../../../../src/contract/console/providers.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { sayDone } from '../../parts/done.tsx'
import { showCount } from '../../parts/formats.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Fact, Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'
import { fill } from '../../text.ts'
import { CallbackUrl } from './carrier/callback-url.tsx'
import { ProviderForm } from './provider/form.tsx'
import { productName, useProviderKinds } from './provider/kinds.ts'
import { RemoveProvider } from './provider/remove.tsx'
import { accountText, describeState, ProviderState } from './provider/state.tsx'

/** One provider: its state and its settings. */
export function ProviderPage() {
  const { product, provider: name } = useParams({ strict: false }) as { product: string; provider: string }
  const { data, error, refetch } = useAsk(
    'GET /providers/:product/:provider',
    { path: { product, provider: name } },
    { everySeconds: 5 },
  )
  return (
    <>
      <PageHead
        title={name}
        about={
          data && (
            <Group gap="xs" component="span">
              <ProviderState provider={data} />
              <span>{describeState(data)}</span>
            </Group>
          )
        }
      >
        <Anchor component={Link} to="/operator/providers" underline="always">
          {t.providers.all}
        </Anchor>
        {data && <Actions provider={data} />}
      </PageHead>
      <Stack gap="md">
        <Problem error={error} onRetry={() => void refetch()} />
        {data === undefined && error === null && <Skeleton height={240} />}
        {data && <Facts provider={data} />}
        {data?.callbackUrl && (
          <CallbackUrl title={t.providers.callbackUrl} about={t.providers.callbackUrlAbout} url={data.callbackUrl} />
        )}
        {data && <Change key={name} provider={data} />}
      </Stack>
    </>
  )
}

function Facts({ provider }: { readonly provider: Provider }) {
  const { product, kind, priority, open, secrets, secretsUnreadable, changedAt } = provider
  return (
    <Section title={t.providers.glance}>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} m={0}>
        <Fact name={t.providers.product}>{`${productName(product)}, ${kind}`}</Fact>
        <Fact name={t.providers.account}>{accountText(provider)}</Fact>
        <Fact name={t.providers.priority}>{priority ?? '–'}</Fact>
        <Fact name={t.providers.open}>{showCount(open)}</Fact>
        <Fact name={t.carriers.secretsStored}>
          {secretsUnreadable ? t.carriers.secretsUnreadable : secrets.join(', ') || t.carriers.none}
        </Fact>
        <Fact name={t.carriers.lastChanged}>
          <When at={changedAt} />
        </Fact>
      </SimpleGrid>
    </Section>
  )
}

/** The form keeps its values when somebody else changes the provider. */
function Change({ provider }: { readonly provider: Provider }) {
  const { kinds, error, refetch } = useProviderKinds()
  if (kinds === undefined)
    return error === null ? <Skeleton height={320} /> : <Problem error={error} onRetry={() => void refetch()} />
  return (
    <ProviderForm
      product={provider.product}
      kinds={kinds.filter(({ product }) => product === provider.product)}
      provider={provider}
      onSaved={({ name }) => sayDone(fill(t.providers.saved, { name }))}
    />
  )
}

function Actions({ provider }: { readonly provider: Provider }) {
  const { product, name, kind, paused } = provider
  const [isRemoving, setRemoving] = useState(false)
  const route = paused ? 'POST /providers/:product/:provider/resume' : 'POST /providers/:product/:provider/pause'
  const pause = useChange(() => ask(route, { path: { product, provider: name } }), {
    refreshes: ['/providers'],
    onDone: (now) => sayDone(fill(now.paused ? t.providers.paused : t.providers.resumed, { name })),
  })
  const sync = useChange(() => ask('POST /providers/chat/:provider/templates/sync', { path: { provider: name } }), {
    refreshes: ['/providers'],
    onDone: ({ templates }) => sayDone(fill(t.providers.templatesRead, { count: templates })),
  })
  return (
    <>
      {product === 'chat' && kind === 'whatsapp' && (
        <Button variant="default" loading={sync.isPending} onClick={() => sync.mutate(undefined)}>
          {t.providers.readTemplates}
        </Button>
      )}
      <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate(undefined)}>
        {paused ? t.providers.resume : t.providers.pause}
      </Button>
      <Button variant="default" onClick={() => setRemoving(true)}>
        {t.providers.remove}
      </Button>
      <Problem error={pause.error ?? sync.error} />
      {isRemoving && <RemoveProvider provider={provider} onClose={() => setRemoving(false)} />}
    </>
  )
}
