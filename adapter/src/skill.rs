//! Skills: workflows over the tools, as the Skills extension of MCP serves them.
//!
//! A skill is a folder of `operations/skills` with a file `SKILL.md`: a head with its name and what it is for, then the
//! instructions. The texts do not change while the program runs, so each has a digest.

use crate::operation::{OperationError, load_text, subfolders};
use rmcp::model::{Skill as Entry, SkillFrontmatter, SkillResource, SkillResources};

/// A skill.
#[derive(Clone, Debug)]
pub struct Skill {
    /// What clients are told of it.
    pub entry: Entry,
    /// Its file.
    pub text: &'static str,
}

impl Skill {
    /// All skills, by name.
    pub fn all() -> Result<Vec<Self>, OperationError> {
        subfolders("skills").iter().map(|name| Self::load(name)).collect()
    }

    fn load(name: &str) -> Result<Self, OperationError> {
        let file = format!("skills/{name}/SKILL.md");
        let broken = |reason: &str| OperationError { file: file.clone(), reason: reason.to_owned() };
        let text = load_text(&file).ok_or_else(|| broken("it is missing"))?;
        let head = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
        let (head, _) = head.ok_or_else(|| broken("it has no head between lines of ---"))?;
        let field = |key: &str| {
            let mut lines = head.lines();
            lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
        };
        let (Some(own_name), Some(description)) = (field("name"), field("description")) else {
            return Err(broken("its head must have a name and a description, each on a line"));
        };
        if own_name != name || head.lines().count() != 2 {
            return Err(broken("its head must have the name of its folder and a description, and nothing else"));
        }
        let uri = format!("skill://{name}/SKILL.md");
        let files = vec![SkillResource::from_bytes(&uri, text.as_bytes())];
        let frontmatter = SkillFrontmatter::new(name, description);
        let entry = Entry::new(uri, frontmatter, SkillResources::Files(files));
        Ok(Self { entry, text })
    }
}
