// Queries to begin with: the tabs of the playground. Their names, and what they are about, are texts of the interface.

/**
 * A query below what it is about.
 *
 * @param {string} query
 * @param {string} about
 */
export function commented(query, about) {
  return `${about.replaceAll(/^/gm, "# ")}\n${query}`;
}

/** @type {{key: keyof typeof import("../texts/en.json").examples, query: string}[]} */
export const examples = [
  {
    key: "oneSpell",
    query: `query OneSpellInEveryBook {
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
    key: "byMeaning",
    query: `query SearchByMeaning {
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
    key: "byFilter",
    query: `query CreaturesByFilter {
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
    key: "statBlock",
    query: `query StatBlock {
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
    key: "facets",
    query: `query Facets {
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
    key: "alike",
    query: `query WhatIsLikeIt {
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
    key: "stored",
    query: `query WhatIsStored {
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
