import { Button, Group, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'

/** The page that the checkout page links back to, and the websites that shop software registered. */
export function ShopUrl({ mayChange }: { readonly mayChange: boolean }) {
  const { id, path } = useThisAccount()
  const asked = useAsk('GET /accounts/:account/shop', { path: { account: id } })
  const [typed, setTyped] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string[] | null>(null)
  const save = useChange(
    (url: string) =>
      ask('PUT /accounts/:account/shop', {
        path: { account: id },
        body: { url: url === '' ? null : url, ...(chosen === null ? {} : { websites: chosen }) },
      }),
    {
      refreshes: [`${path}/shop`],
      onDone: () => {
        setTyped(null)
        setChosen(null)
        sayDone(t.settings.shopSaved)
      },
    },
  )
  const websites = chosen ?? asked.data?.websites ?? []
  const value = typed ?? asked.data?.url ?? ''
  return (
    <Section title={t.settings.shop} about={t.settings.shopAbout}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(value.trim())
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            type="url"
            label={t.settings.shopAddress}
            placeholder="https://shop.example.com"
            maxLength={500}
            w={{ base: '100%', xs: 400 }}
            disabled={!mayChange || asked.data === undefined}
            value={value}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          {websites.length > 0 || chosen !== null ? (
            <TagsInput
              label={t.settings.websites}
              description={t.settings.websitesAbout}
              maxTags={50}
              w={{ base: '100%', xs: 400 }}
              disabled={!mayChange}
              value={websites}
              onChange={setChosen}
            />
          ) : null}
          {mayChange && (
            <Button type="submit" variant="default" loading={save.isPending}>
              {t.settings.saveShop}
            </Button>
          )}
        </Group>
      </form>
      <Problem error={asked.error} onRetry={() => void asked.refetch()} />
      <Problem error={save.error} />
    </Section>
  )
}
