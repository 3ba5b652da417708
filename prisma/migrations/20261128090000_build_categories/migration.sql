-- What every site starts with. One that has categories keeps its own.
INSERT INTO "BuildCategory" (slug, name)
SELECT slug, name
  FROM (VALUES ('tools', 'Tools'), ('games', 'Games'), ('hardware', 'Hardware'), ('data', 'Data'), ('music', 'Music'), ('web', 'Web'))
    AS first_categories (slug, name)
 WHERE NOT EXISTS (SELECT FROM "BuildCategory");
