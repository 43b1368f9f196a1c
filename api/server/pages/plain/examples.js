// Queries to begin with: the tabs of the playground.

/** @type {{name: string, query: string}[]} */
export const examples = [
  {
    name: "One spell in every book",
    query: `# Run it: Ctrl+Enter.
# One spell in every book. "fire*" finds
# all whose names begin so.
query OneSpellInEveryBook {
  spells(name: "fireball") {
    totalCount
    nodes {
      name level school
      castingTimeLabel rangeText duration
      savingThrow damageRoll damageTypes
      text higherLevels
      classes { name }
      document { name gameSystem }
    }
  }
}
`,
  },
  {
    name: "Search by meaning",
    query: `# Plain language, ranked by words and by meaning.
query SearchByMeaning {
  spells(search: "protect me from fire", first: 5) {
    totalCount
    edges {
      score matchedBy snippet
      node { name level document { name } }
    }
    meta { warnings }
  }
}
`,
  },
  {
    name: "Creatures by filter",
    query: `# What lives in a forest or a swamp, and is
# a match for a party of 3rd level?
query CreaturesByFilter {
  creatures(
    gameSystem: "5e-2014"
    filter: {
      environments: {hasAny: ["forest", "swamp"]}
      challengeRating: {gte: 2, lte: 4}
    }
    orderBy: [
      {field: CHALLENGE_RATING, direction: DESC}
      {field: NAME}
    ]
    first: 10
  ) {
    totalCount
    nodes {
      name type challengeRatingText experiencePoints
      environments document { name }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
  {
    name: "A stat block",
    query: `# The stat block as numbers: to hit, reach,
# damage by type, saves, recharge.
# \`markdown\` is all of it as a text.
query StatBlock {
  creature(slug: "adult-red-dragon", document: "srd-2014") {
    name size type alignment
    armorClass hitPoints hitDice
    challengeRatingText experiencePoints
    speed { walk fly climb }
    savingThrows { dexterity constitution wisdom }
    damageImmunities
    traits { name text }
    actions {
      name text
      usage { type minimum times }
      save { ability dc success }
      attacks {
        toHit reach range
        damage { dice bonus type }
      }
    }
    legendaryActions { name legendaryCost text }
  }
}
`,
  },
  {
    name: "Facets",
    query: `# What else there is to narrow by: the values
# of a result, counted. A facet leaves out its
# own filter.
query Facets {
  creatures(
    documents: ["srd-2014", "srd-2024"]
    filter: {type: {eq: "fey"}}
  ) {
    totalCount
    facets(names: ["size", "type"]) {
      name
      values { value count }
    }
    meta { warnings }
  }
}
`,
  },
  {
    name: "What is like it",
    query: `# What resembles a thing, and the same thing
# in other books.
query WhatIsLikeIt {
  spell(slug: "fireball") {
    name
    document { name }
    otherVersions { name document { name } }
    similar(first: 5) {
      score
      node { name level document { name } }
    }
  }
}
`,
  },
  {
    name: "What is stored",
    query: `# What is stored, how fresh it is, and how far
# the work in the background is.
query WhatIsStored {
  status {
    version store syncing cacheStatus
    entityCount
    entities { family count }
    passages embedded model
  }
  documents(first: 100) {
    nodes {
      key name publisher gameSystem license fetchedAt
      counts { family count }
    }
  }
}
`,
  },
];
