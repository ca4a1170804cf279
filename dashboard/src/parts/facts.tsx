import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { Fact } from './section.tsx'

/** Names and values in as many columns as fit. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 2, sm: 3 }}
      spacing="md"
      verticalSpacing="xs"
      m={0}
      style={{ overflowWrap: 'anywhere' }}
    >
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </SimpleGrid>
  )
}
