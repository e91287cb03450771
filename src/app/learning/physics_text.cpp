#include "physics_text.hpp"

#include "text/text.hpp"

#include <embedded_physics.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ropewalk
{

namespace
{

/// As GitHub makes them of headings: lower case, blanks to dashes, no punctuation.
std::string anchorOf(std::string_view title)
{
    std::string anchor;
    for (const char c : title)
    {
        if (c >= 'A' && c <= 'Z')
            anchor += static_cast<char>(c - 'A' + 'a');
        else if (c == ' ')
            anchor += '-';
        else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                 static_cast<unsigned char>(c) >= 0x80)
            anchor += c;
    }
    return anchor;
}

/// One line of Markdown: `code`, *emphasis*, **strong**, [links](to), \ before a sign that means itself.
TextLine spansOf(std::string_view text)
{
    TextLine line;
    std::string plain;
    const auto flush = [&]
    {
        if (!plain.empty())
            line.push_back({TextSpan::Style::plain, std::exchange(plain, {}), {}});
    };
    while (!text.empty())
    {
        const std::string_view mark = text.starts_with("**") ? text.substr(0, 2) : text.substr(0, 1);
        if (text[0] == '\\' && text.size() > 1)
        {
            plain += text[1];
            text.remove_prefix(2);
            continue;
        }
        if (text[0] == '`' || text[0] == '*')
        {
            const std::size_t end = text.find(mark, mark.size());
            // A star with a blank behind it is a product.
            if (end != std::string_view::npos && text[mark.size()] != ' ')
            {
                flush();
                const auto style = text[0] == '`'     ? TextSpan::Style::code
                                   : mark.size() == 2 ? TextSpan::Style::strong
                                                      : TextSpan::Style::plain;
                std::string inner(text.substr(mark.size(), end - mark.size()));
                for (std::size_t bar = inner.find("\\|"); bar != std::string::npos; bar = inner.find("\\|", bar))
                    inner.erase(bar, 1); // a bar within a cell of a table
                line.push_back({style, std::move(inner), {}});
                text.remove_prefix(end + mark.size());
                continue;
            }
        }
        if (text[0] == '[')
        {
            const std::size_t middle = text.find("](");
            const std::size_t end = middle == std::string_view::npos ? middle : text.find(')', middle);
            if (end != std::string_view::npos)
            {
                flush();
                const std::string_view target = text.substr(middle + 2, end - middle - 2);
                const std::size_t anchor = target.find('#'); // of this text or the other half of it
                const bool here = anchor != std::string_view::npos;
                line.push_back({here ? TextSpan::Style::link : TextSpan::Style::plain,
                                std::string(text.substr(1, middle - 1)),
                                here ? std::string(target.substr(anchor + 1)) : std::string()});
                text.remove_prefix(end + 1);
                continue;
            }
        }
        plain += text[0];
        text.remove_prefix(1);
    }
    flush();
    return line;
}

std::vector<TextLine> cellsOf(std::string_view row)
{
    std::vector<TextLine> cells;
    row = text::trimmed(row);
    row.remove_prefix(1);
    std::size_t from = 0;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (row[i] == '|' && (i == 0 || row[i - 1] != '\\'))
        {
            cells.push_back(spansOf(text::trimmed(row.substr(from, i - from))));
            from = i + 1;
        }
    return cells;
}

/// "- " or "12. " at the beginning; its length, 0 where there is none.
std::size_t itemMark(std::string_view line)
{
    if (line.starts_with("- "))
        return 2;
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    return digits > 0 && line.substr(digits).starts_with(". ") ? digits + 2 : 0;
}

/// The blocks of the lines below one heading.
class SectionReader
{
public:
    /// The blocks of the lines that it has taken.
    std::vector<TextBlock> end()
    {
        flush();
        return std::exchange(blocks_, {});
    }

    void take(std::string_view line);

private:
    void flush()
    {
        if (!paragraph_.empty())
        {
            block_.line = spansOf(std::exchange(paragraph_, {}));
            blocks_.push_back(std::exchange(block_, {}));
        }
        else if (block_.kind != TextBlock::Kind::paragraph && block_.kind != TextBlock::Kind::item)
        {
            while (!block_.formula.empty() && block_.formula.back().empty())
                block_.formula.pop_back();
            blocks_.push_back(block_);
        }
        block_ = {};
    }

    std::vector<TextBlock> blocks_;
    TextBlock block_;
    std::string paragraph_;
};

void SectionReader::take(std::string_view line)
{
    if (line.starts_with("    ") && paragraph_.empty())
    {
        if (block_.kind != TextBlock::Kind::formula)
            flush();
        block_.kind = TextBlock::Kind::formula;
        block_.formula.emplace_back(line.substr(4));
    }
    else if (text::trimmed(line).empty())
    {
        if (block_.kind == TextBlock::Kind::formula)
            block_.formula.emplace_back(); // more of it may follow
        else
            flush();
    }
    else if (line.starts_with("|"))
    {
        if (block_.kind != TextBlock::Kind::table)
            flush();
        block_.kind = TextBlock::Kind::table;
        if (line.find_first_not_of("|-: ") != std::string_view::npos) // not the line below the titles
            block_.rows.push_back(cellsOf(line));
    }
    else if (constexpr std::string_view heading = "### "; line.starts_with(heading))
    {
        flush();
        block_.line = {{TextSpan::Style::strong, std::string(line.substr(heading.size())), {}}};
        blocks_.push_back(std::exchange(block_, {}));
    }
    else if (line.starts_with("!["))
    {
        flush();
        const std::size_t middle = std::min(line.find("]("), line.size() - 1);
        const std::string_view path = line.substr(middle + 1, line.find(')', middle) - middle - 1);
        block_.kind = TextBlock::Kind::picture;
        block_.picture = path.substr(path.rfind('/') + 1);
        block_.line = spansOf(line.substr(2, middle - 2));
        flush();
    }
    else if (!line.starts_with("<!--")) // comments are not shown
    {
        const std::size_t mark = itemMark(line);
        if (mark > 0 || block_.kind == TextBlock::Kind::formula || block_.kind == TextBlock::Kind::table)
            flush();
        if (mark > 0)
        {
            block_.kind = TextBlock::Kind::item;
            block_.mark = mark > 2 ? line.substr(0, mark - 1) : std::string_view();
            line.remove_prefix(mark);
        }
        paragraph_.append(paragraph_.empty() ? "" : " ").append(text::trimmed(line));
    }
}

} // namespace

PhysicsText::PhysicsText(std::string_view markdown)
{
    constexpr std::string_view comment = "<!-- explains:";
    SectionReader reader;
    const auto close = [&]
    {
        if (std::vector<TextBlock> blocks = reader.end(); !sections_.empty())
            sections_.back().blocks = std::move(blocks);
    };
    std::istringstream lines{std::string(markdown)};
    for (std::string one; std::getline(lines, one);)
    {
        const std::string_view line = one;
        if (line.starts_with("# ") || line.starts_with("## "))
        {
            close();
            const std::string title(text::trimmed(line.substr(line.find(' '))));
            if (find(anchorOf(title)) != nullptr)
                throw std::invalid_argument("two sections are called '" + title + "'");
            sections_.push_back({title, anchorOf(title), {}});
            continue;
        }
        if (line.starts_with(comment))
            addExplained(line.substr(comment.size(), std::min(line.find("-->"), line.size()) - comment.size()));
        reader.take(line);
    }
    close();
}

void PhysicsText::addExplained(std::string_view names)
{
    if (sections_.empty())
        throw std::invalid_argument("'explains' stands above the first heading");
    while (!names.empty())
    {
        const std::size_t end = std::min(names.find(','), names.size());
        const std::string_view name = text::trimmed(names.substr(0, end));
        names.remove_prefix(std::min(end + 1, names.size()));
        if (name.empty())
            continue;
        const std::size_t slash = name.find('/');
        const std::string_view scene = slash == std::string_view::npos ? "" : name.substr(0, slash);
        auto& byScene = explained_[std::string(name.substr(slash == std::string_view::npos ? 0 : slash + 1))];
        if (!byScene.emplace(scene, sections_.size() - 1).second)
            throw std::invalid_argument("two sections explain '" + std::string(name) + "'");
    }
}

const TextSection* PhysicsText::find(std::string_view anchor) const
{
    const auto found = std::find_if(sections_.begin(), sections_.end(),
                                    [anchor](const TextSection& section) { return section.anchor == anchor; });
    return found != sections_.end() ? &*found : nullptr;
}

const TextSection* PhysicsText::explaining(std::string_view scene, std::string_view quantity) const
{
    const auto byScene = explained_.find(quantity);
    if (byScene == explained_.end())
        return nullptr;
    auto found = byScene->second.find(scene);
    if (found == byScene->second.end())
        found = byScene->second.find("");
    return found != byScene->second.end() ? &sections_[found->second] : nullptr;
}

PhysicsText PhysicsText::embedded(std::string_view language)
{
    // "physics.md" is English, "physics.de.md" is not.
    std::string english;
    std::string other;
    for (const EmbeddedFile& file : embeddedPhysics())
        if (file.name.find('.') == file.name.rfind('.'))
            english.append(file.text);
        else if (file.name.ends_with("." + std::string(language) + ".md"))
            other.append(file.text);
    PhysicsText written(english);
    if (other.empty())
        return written;
    PhysicsText text(other);
    for (std::size_t i = 0; i < text.sections_.size(); ++i)
        text.sections_[i].anchor = written.sections_.at(i).anchor;
    return text;
}

} // namespace ropewalk
